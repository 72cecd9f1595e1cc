import type { Db } from "@/db/client";
import { audit, auditHead, customer, exceptionReason } from "@/db/schema";
import { type AuditLink, type ChainKeys, GENESIS, linkHash, sealOf } from "@/lib/audit/chain";
import { openChains } from "@/lib/audit/open-chains";
import type { Accounts } from "./accounts";
import type { Written } from "./messages";

/** An audited action of the demo world; by default on an exception. */
export type DemoAction = Pick<
  AuditLink,
  "customerId" | "operation" | "entityId" | "oldValues" | "newValues" | "reason"
> & {
  entity?: string;
  at: Date;
  actorId: number;
  /** Of a contact without an account. */
  contactName?: string;
};

const NOT_HANDLED = { status: "unprocessed", reasonId: null, measures: null, remark: null, analysisResult: null };
const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgementComment: null };
/** In the demo, a handled exception is closed ten days after it was raised. */
const CLOSED_AFTER_MS = 10 * 86_400_000;

/** The audited actions on one exception. */
function actionsOf({ id, row }: Written, reasons: ReadonlyMap<number, string>): DemoAction[] {
  const actions: DemoAction[] = [];
  const about = { customerId: row.customerId, entityId: String(id) };
  const { acknowledgedAt, acknowledgedBy, acknowledgementComment, handledAt, handledBy, reasonId } = row;
  const { acknowledgedByContact, acknowledgedByContactId, acknowledgedVia } = row;
  if (acknowledgedAt && acknowledgedByContact && acknowledgedByContactId)
    actions.push({
      ...about,
      at: acknowledgedAt,
      actorId: acknowledgedByContactId,
      contactName: acknowledgedByContact,
      operation: acknowledgedVia === "voice" ? "exception.acknowledgeByVoice" : "exception.acknowledgeBySms",
      oldValues: { acknowledgedAt: null, acknowledgementComment: null },
      newValues: {
        acknowledgedAt: acknowledgedAt.toISOString(),
        acknowledgedByContact,
        acknowledgedVia,
        acknowledgementComment,
      },
      reason: acknowledgementComment ?? null,
    });
  if (acknowledgedAt && acknowledgedBy)
    actions.push({
      ...about,
      at: acknowledgedAt,
      actorId: acknowledgedBy,
      operation: "exception.acknowledge",
      oldValues: NOT_ACKNOWLEDGED,
      newValues: { acknowledgedAt: acknowledgedAt.toISOString(), acknowledgedBy, acknowledgementComment },
      reason: acknowledgementComment ?? null,
    });
  if (!handledAt || !handledBy) return actions;
  const { measures, remark, analysisResult } = row;
  const reason = reasons.get(reasonId ?? 0) ?? null;
  actions.push({
    ...about,
    at: handledAt,
    actorId: handledBy,
    operation: "exception.handle",
    oldValues: NOT_HANDLED,
    newValues: { status: "processed", reasonId: reasonId ?? null, measures, remark, analysisResult, reason },
    reason: null,
  });
  if (row.isClosed)
    actions.push({
      ...about,
      at: new Date(Math.max(row.raisedAt.getTime() + CLOSED_AFTER_MS, handledAt.getTime() + 60_000)),
      actorId: handledBy,
      operation: "exception.close",
      oldValues: { isClosed: false },
      newValues: { isClosed: true },
      reason: null,
    });
  return actions;
}

/** Inserts the audit trail of handled exceptions and of other actions in chronological order: a chain per customer. */
export async function insertTrail(
  tx: Db,
  written: readonly Written[],
  accounts: Accounts,
  { others, now, keys }: { others: readonly DemoAction[]; now: number; keys: ChainKeys },
): Promise<void> {
  const shipped = await tx.select({ id: exceptionReason.id, code: exceptionReason.code }).from(exceptionReason);
  const reasons = new Map(shipped.map(({ id, code }) => [id, code ?? ""]));
  const names = new Map(Object.entries(accounts).map(([name, id]) => [id, name]));
  const heads = new Map<number, { sequence: number; hash: string }>();
  const actions = [...written.flatMap((one) => actionsOf(one, reasons)), ...others]
    .filter(({ at }) => at.getTime() <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const rows = actions.map(({ contactName, entity = "exception", ...action }, index): typeof audit.$inferInsert => {
    const actorType = contactName === undefined ? ("user" as const) : ("contact" as const);
    const { sequence, hash: previousHash } = heads.get(action.customerId) ?? { sequence: 0, hash: GENESIS };
    const link: AuditLink = {
      ...action,
      sequence: sequence + 1,
      at: action.at.toISOString(),
      actorType,
      actorName: contactName ?? names.get(action.actorId) ?? "",
      // Replies come from the gateway's address.
      address: contactName === undefined ? `10.20.0.${10 + (action.actorId % 200)}` : "10.20.0.9",
      requestId: `demo-${index + 1}`,
      entity,
      previousHash,
      foundSeal: null,
      keyId: keys.current.id,
    };
    const hash = linkHash(link, keys) as string;
    heads.set(action.customerId, { sequence: sequence + 1, hash });
    return { ...link, at: action.at, actorType, hash } as typeof audit.$inferInsert;
  });
  for (let from = 0; from < rows.length; from += 500) await tx.insert(audit).values(rows.slice(from, from + 500));
  const ends = [...heads].map(([customerId, head]) => ({ customerId, ...head, ...sealOf(customerId, head, keys) }));
  if (ends.length > 0) await tx.insert(auditHead).values(ends);
  const customers = await tx.select({ id: customer.id }).from(customer);
  await openChains(
    tx,
    customers.map(({ id }) => id),
    keys,
  );
}
