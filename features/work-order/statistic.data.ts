import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { WORK_ORDER_STATES, type WorkOrderState } from "@/db/work-order-enums";
import { isLate, isOpenOrder, ordersWhere, type Reader } from "./order.data";
import type { EngineerDto, Pace, StatisticDto, StatisticQuery } from "./statistic.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const pace = (sql: Sql, now: Date): Fragment => sql`
  count(*)::int as count, count(*) filter (where ${isOpenOrder(sql)})::int as open,
  count(*) filter (where ${isLate(sql, now)})::int as overdue,
  round(avg(date_part('epoch', o.accepted_at - o.created_at)))::float8 as "acceptSeconds",
  round(avg(date_part('epoch', o.processed_at - o.accepted_at)))::float8 as "finishSeconds",
  count(o.stars)::int as rated, round(avg(o.stars), 2)::float8 as stars`;

/** Figures of the orders that the filters of the list select. */
export async function findStatistic(db: Db, reader: Reader, query: StatisticQuery): Promise<StatisticDto> {
  const sql = db.$client;
  const from = ordersWhere(sql, reader, query);
  const [total] = await sql<Pace[]>`select ${pace(sql, reader.now)} from ${from}`;
  const byState = await sql<{ state: WorkOrderState; count: number }[]>`
    select o.state, count(*)::int as count from ${ordersWhere(sql, reader, query)} group by o.state`;
  const engineers = await sql<(Pace & { id: number | null; name: string | null })[]>`
    select u.id::int, u.name, f.* from (
      select o.accepted_by, ${pace(sql, reader.now)} from ${ordersWhere(sql, reader, query)} group by o.accepted_by) f
      left join user_account u on u.id = f.accepted_by
     order by u.id is null, f.count desc, lower(u.name), u.id`;
  const stars = await sql<{ stars: number; count: number }[]>`
    select o.stars, count(*)::int as count from ${ordersWhere(sql, reader, query)} and o.stars is not null group by o.stars`;
  const countOf = (state: WorkOrderState) => byState.find((row) => row.state === state)?.count ?? 0;
  return {
    total: total as Pace,
    states: Object.fromEntries(WORK_ORDER_STATES.map((state) => [state, countOf(state)])) as StatisticDto["states"],
    engineers: engineers.map(({ id, name, ...row }) => engineerOf(row, id === null ? null : { id, name: name ?? "" })),
    ratings: [1, 2, 3, 4, 5].map((number) => stars.find((row) => row.stars === number)?.count ?? 0),
  };
}

const engineerOf = (row: Pace, acceptor: EngineerDto["acceptor"]): EngineerDto => ({
  acceptor,
  ...{ count: row.count, open: row.open, overdue: row.overdue, rated: row.rated, stars: row.stars },
  ...{ acceptSeconds: row.acceptSeconds, finishSeconds: row.finishSeconds },
});
