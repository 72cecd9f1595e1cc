import type { Db } from "@/db/client";
import { audit, auditHead, exceptionReason } from "@/db/schema";
import { type AuditLink, GENESIS, linkHash } from "@/lib/audit/chain";
import type { Accounts } from "./accounts";
import type { Written } from "./exceptions";

type Deed = Pick<AuditLink, "customerId" | "operation" | "entityId" | "oldValues" | "newValues" | "reason"> & {
  at: Date;
  actorId: number;
};

const NOT_HANDLED = { status: "unprocessed", reasonId: null, measures: null, remark: null, analysisResult: null };
const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgementComment: null };
/** Ten days after it was raised a handled one is closed: so the demo tells it. */
const CLOSED_AFTER_MS = 10 * 86_400_000;

/** What people did to one exception, as the console would have written it down. */
function deedsOf({ id, row }: Written, reasons: ReadonlyMap<number, string>): Deed[] {
  const deeds: Deed[] = [];
  const about = { customerId: row.customerId, entityId: String(id) };
  const { acknowledgedAt, acknowledgedBy, acknowledgementComment, handledAt, handledBy, reasonId } = row;
  if (acknowledgedAt && acknowledgedBy)
    deeds.push({
      ...about,
      at: acknowledgedAt,
      actorId: acknowledgedBy,
      operation: "exception.acknowledge",
      oldValues: NOT_ACKNOWLEDGED,
      newValues: { acknowledgedAt: acknowledgedAt.toISOString(), acknowledgedBy, acknowledgementComment },
      reason: acknowledgementComment ?? null,
    });
  if (!handledAt || !handledBy) return deeds;
  const { measures, remark, analysisResult } = row;
  const reason = reasons.get(reasonId ?? 0) ?? null;
  deeds.push({
    ...about,
    at: handledAt,
    actorId: handledBy,
    operation: "exception.handle",
    oldValues: NOT_HANDLED,
    newValues: { status: "processed", reasonId: reasonId ?? null, measures, remark, analysisResult, reason },
    reason: null,
  });
  if (row.isClosed)
    deeds.push({
      ...about,
      at: new Date(Math.max(row.raisedAt.getTime() + CLOSED_AFTER_MS, handledAt.getTime() + 60_000)),
      actorId: handledBy,
      operation: "exception.close",
      oldValues: { isClosed: false },
      newValues: { isClosed: true },
      reason: null,
    });
  return deeds;
}

/** The audit trail behind the handled exceptions, in the order of time: a chain for each customer. */
export async function insertTrail(tx: Db, written: readonly Written[], accounts: Accounts, now: number): Promise<void> {
  const shipped = await tx.select({ id: exceptionReason.id, code: exceptionReason.code }).from(exceptionReason);
  const reasons = new Map(shipped.map(({ id, code }) => [id, code ?? ""]));
  const names = new Map(Object.entries(accounts).map(([name, id]) => [id, name]));
  const heads = new Map<number, { sequence: number; hash: string }>();
  const deeds = written
    .flatMap((one) => deedsOf(one, reasons))
    .filter(({ at }) => at.getTime() <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const rows = deeds.map((deed, index): typeof audit.$inferInsert => {
    const { sequence, hash: previousHash } = heads.get(deed.customerId) ?? { sequence: 0, hash: GENESIS };
    const link: AuditLink = {
      ...deed,
      sequence: sequence + 1,
      at: deed.at.toISOString(),
      actorType: "user",
      actorName: names.get(deed.actorId) ?? "",
      address: `10.20.0.${10 + (deed.actorId % 200)}`,
      requestId: `demo-${index + 1}`,
      entity: "exception",
      previousHash,
    };
    const hash = linkHash(link);
    heads.set(deed.customerId, { sequence: sequence + 1, hash });
    return { ...link, at: deed.at, actorType: "user", hash } as typeof audit.$inferInsert;
  });
  for (let from = 0; from < rows.length; from += 500) await tx.insert(audit).values(rows.slice(from, from + 500));
  const ends = [...heads].map(([customerId, head]) => ({ customerId, ...head }));
  if (ends.length > 0) await tx.insert(auditHead).values(ends);
}
