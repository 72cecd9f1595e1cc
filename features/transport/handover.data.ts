import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { transport, transportHandover } from "@/db/schema";

export type HandoverRow = typeof transportHandover.$inferSelect & { number: string };

const columns = { handover: transportHandover, number: transport.number };
const withNumber = ({ handover, number }: { handover: typeof transportHandover.$inferSelect; number: string }) => ({
  ...handover,
  number,
});

/** The answers to a transport that the caller has opened, in order of time. */
export async function findHandovers(db: Db, transportId: number): Promise<HandoverRow[]> {
  const rows = await db
    .select(columns)
    .from(transportHandover)
    .innerJoin(transport, eq(transport.id, transportHandover.transportId))
    .where(eq(transportHandover.transportId, transportId))
    .orderBy(asc(transportHandover.id));
  return rows.map(withNumber);
}

/** These answers, for verification. */
export async function findHandoversById(db: Db, ids: readonly number[]): Promise<HandoverRow[]> {
  const rows = await db
    .select(columns)
    .from(transportHandover)
    .innerJoin(transport, eq(transport.id, transportHandover.transportId))
    .where(inArray(transportHandover.id, [...ids]));
  return rows.map(withNumber);
}

export async function insertHandover(tx: Db, row: typeof transportHandover.$inferInsert): Promise<number> {
  const [made] = await tx.insert(transportHandover).values(row).returning({ id: transportHandover.id });
  return (made as { id: number }).id;
}

export type Concerned = {
  planner: { userId: number; email: string; locale: string | null } | null;
  consignorEmail: string;
  isMailOn: boolean;
};

/** Who has to know of an answer: the person who planned the transport, while the account is active, and the consignor. */
export async function findConcerned(tx: Db, transportId: number): Promise<Concerned> {
  const [row] = await tx.$client<Concerned[]>`
    select case when u.id is not null then json_build_object('userId', u.id, 'email', coalesce(u.email, ''), 'locale', u.locale) end as planner,
           t.consignor_email as "consignorEmail", cu.notify_by_email as "isMailOn"
      from transport t join customer cu on cu.id = t.customer_id
      left join user_account u on u.id = t.created_by and u.status = 'active'
     where t.id = ${transportId}`;
  return row as Concerned;
}

/** The temperature of the worst probe of carriers in a span, in buckets, for the chart of the public page. */
export async function findCurve(
  db: Db,
  probeId: number,
  { from, to }: { from: number; to: number },
  buckets: number,
): Promise<{ at: number[]; min: number[]; max: number[]; mean: number[] } | null> {
  const width = Math.max(60, Math.ceil((to - from) / 1000 / buckets));
  const rows = await db.$client<{ at: number; min: number; max: number; mean: number }[]>`
    select floor(date_part('epoch', at) / ${width}) * ${width} * 1000 as at, min(value), max(value), avg(value) as mean
      from reading where probe_id = ${probeId} and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)
     group by 1 order by 1`;
  if (rows.length < 2) return null;
  const column = (name: "at" | "min" | "max" | "mean") => rows.map((row) => row[name]);
  return { at: column("at"), min: column("min"), max: column("max"), mean: column("mean") };
}

/** The drawing or photo of an answer to this transport; undefined if it has none with this id. */
export const fileOf = (rows: readonly HandoverRow[], fileId: string): string | undefined =>
  rows.flatMap(({ drawing, photos }) => [drawing.id, ...photos.map(({ id }) => id)]).find((id) => id === fileId);
