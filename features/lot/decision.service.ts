import "server-only";
import type { LotDecision } from "@/db/enums";
import { type SignedRecord, signingsOf } from "@/features/signature/signature.service";
import type { OperationContext } from "@/lib/operation/context";
import { type DecisionRow, findDecisions, findSignedDecisions } from "./decision.data";
import type { DecisionDto } from "./decision.schema";
import type { LotDto } from "./lot.schema";

/** What a signature says of the lot itself. */
export type SignedLot = Pick<LotDto, "customerId" | "number" | "productName" | "productCode" | "expiresOn">;

export type Choice = { decision: LotDecision; reason: string; target: string | null; minutes: number | null };

/** What is signed: the lot, the arithmetic as it was, and the decision. */
export const recordOf = (
  id: number,
  lot: SignedLot,
  arithmetic: Record<string, unknown>,
  choice: Choice,
): SignedRecord => ({
  kind: "lot",
  id,
  version: 1,
  customerId: lot.customerId,
  content: {
    lot: { number: lot.number, product: lot.productName, code: lot.productCode, expiresOn: lot.expiresOn },
    arithmetic,
    ...choice,
  },
});

export const choiceOf = ({
  decision,
  reason,
  target,
  minutes,
}: {
  decision: LotDecision;
  reason: string;
  target?: string | null | undefined;
  minutes?: number | null | undefined;
}): Choice => {
  const isAddBack = decision === "addBack";
  return {
    decision,
    reason,
    target: isAddBack ? (target ?? null) : null,
    minutes: isAddBack ? (minutes ?? null) : null,
  };
};

/** The decisions about a lot with their signatures, each verified now. */
export async function decisionsOf(ctx: OperationContext, lot: LotDto): Promise<DecisionDto[]> {
  const rows = await findDecisions(ctx.db, lot.id);
  const signings = await signingsOf(
    ctx,
    rows.map((row: DecisionRow) => recordOf(row.id, lot, row.content, choiceOf(row))),
  );
  return rows.map(({ content: _, ...row }) => ({ ...row, signatures: signings.get(row.id)?.signatures ?? [] }));
}

/** The decisions as records to verify, as the system. */
export async function readSignedDecisions(ctx: OperationContext, ids: readonly number[]): Promise<SignedRecord[]> {
  const rows = await findSignedDecisions(ctx.db, ids);
  return rows.map((row) => recordOf(row.id, row, row.content, choiceOf(row)));
}
