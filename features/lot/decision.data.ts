import "server-only";
import type { Db } from "@/db/client";
import type { LotDecision, LotVerdict } from "@/db/enums";

/** A stored decision; instants in epoch ms. */
export type DecisionRow = {
  id: number;
  decision: LotDecision;
  reason: string;
  target: string | null;
  minutes: number | null;
  verdict: LotVerdict;
  content: Record<string, unknown>;
  decidedAt: number;
  userName: string | null;
};

/** The decisions about a lot that the caller has found, the latest first. */
export async function findDecisions(db: Db, lotId: number): Promise<DecisionRow[]> {
  const rows = await db.$client<DecisionRow[]>`
    select d.id::int, d.decision, d.reason, d.target, d.minutes, d.verdict, d.content, u.name as "userName",
           round(date_part('epoch', d.decided_at) * 1000) as "decidedAt"
      from lot_decision d left join user_account u on u.id = d.user_id
     where d.lot_id = ${lotId} order by d.decided_at desc, d.id desc`;
  return [...rows];
}

/** An id for a decision that is stored only once it is signed. */
export async function nextDecisionId(tx: Db): Promise<number> {
  const [row] = await tx.$client<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('lot_decision', 'id'))::int as id`;
  return (row as { id: number }).id;
}

type NewDecision = Omit<DecisionRow, "decidedAt" | "userName"> & {
  customerId: number;
  lotId: number;
  userId: number | null;
  decidedAt: Date;
};

export async function insertDecision(tx: Db, row: NewDecision): Promise<void> {
  const sql = tx.$client;
  await sql`
    insert into lot_decision (id, customer_id, lot_id, decision, reason, target, minutes, verdict, content, user_id, decided_at)
    overriding system value
    values (${row.id}, ${row.customerId}, ${row.lotId}, ${row.decision}, ${row.reason}, ${row.target}, ${row.minutes},
            ${row.verdict}, ${JSON.stringify(row.content)}::text::jsonb, ${row.userId}, ${row.decidedAt.toISOString()})`;
}

/** A stored decision with what its signature says of the lot. */
export type SignedDecisionRow = Omit<DecisionRow, "decidedAt" | "userName"> & {
  customerId: number;
  number: string;
  productName: string;
  productCode: string;
  expiresOn: string | null;
};

/** Decisions with what their signatures say of their lots, as the system. */
export async function findSignedDecisions(db: Db, ids: readonly number[]): Promise<SignedDecisionRow[]> {
  const sql = db.$client;
  return [
    ...(await sql<SignedDecisionRow[]>`
      select d.id::int, d.decision, d.reason, d.target, d.minutes, d.verdict, d.content, d.customer_id::int as "customerId",
             l.number, p.name as "productName", p.code as "productCode", to_char(l.expires_on, 'YYYY-MM-DD') as "expiresOn"
        from lot_decision d join lot l on l.id = d.lot_id join product p on p.id = l.product_id
       where d.id = any(${[...ids]}::bigint[])`),
  ];
}
