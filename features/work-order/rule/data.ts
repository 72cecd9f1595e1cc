import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { workOrderRule } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { AppError, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Store, SwitchableStore } from "@/lib/resource/crud";
import { containsPattern } from "@/lib/resource/list-query";
import { referredOne } from "@/lib/resource/referred";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { isOpenOrder } from "../order.data";
import { assertAssignable } from "../person.data";
import type { RuleDto, RuleInput, RuleListQuery } from "./schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Row = Omit<RuleDto, "createdAt"> & { createdAt: number };

/** All accounts of a customer see its rules, since these concern the devices of all nodes. */
function visible(sql: Sql, { customerIds: all }: Scope): Fragment {
  const customerIds = all === "all" ? null : [...all];
  return customerIds ? sql`r.customer_id = any(${customerIds}::bigint[])` : sql`true`;
}

async function select(db: Db, tail: (sql: Sql) => Fragment): Promise<RuleDto[]> {
  const sql = db.$client;
  const rows = await sql<Row[]>`
    select r.id::int, r.customer_id::int as "customerId", cu.name as "customerName", r.name, r.is_enabled as "isEnabled",
           r.cause, r.severities, r.kinds, r.carrier_types as "carrierTypes", r.after_minutes as "afterMinutes",
           r.days_before as "daysBefore", r.percent, r.due_minutes as "dueMinutes", r.remind_minutes as "remindMinutes",
           (select json_build_object('id', u.id, 'name', u.name) from user_account u where u.id = r.assignee_id) as assignee,
           (select json_build_object('id', g.id, 'name', g.name) from contact_group g where g.id = r.group_id) as "group",
           (select count(*)::int from work_order o where o.rule_id = r.id) as orders,
           (select count(*)::int from work_order o where o.rule_id = r.id and ${isOpenOrder(sql)}) as "openOrders",
           round(date_part('epoch', r.created_at) * 1000) as "createdAt", r.version
      from work_order_rule r join customer cu on cu.id = r.customer_id ${tail(sql)}`;
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt).toISOString() }));
}

async function get(ctx: OperationContext, id: number): Promise<RuleDto> {
  const [row] = await select(ctx.db, (sql) => sql`where r.id = ${id} and ${visible(sql, ctx.scope)}`);
  if (!row) throw notFound("workOrderRule", id);
  return row;
}

/** The row before the change, locked. An account of sub-trees cannot change what concerns the whole customer. */
async function locked(ctx: OperationContext, id: number): Promise<RuleDto> {
  const sql = ctx.db.$client;
  await sql`select from work_order_rule r where r.id = ${id} and ${visible(sql, ctx.scope)} for update`;
  const row = await get(ctx, id);
  resolveWriteTarget(ctx, { customerId: row.customerId });
  if (scopeArrays(ctx.scope).sceneIds) throw notFound("workOrderRule", id);
  return row;
}

const valuesOf = ({ customerId: _, ...values }: RuleInput) => values;

export const ruleStore: Store<RuleDto, RuleInput, RuleListQuery> & SwitchableStore<RuleDto> = {
  entity: "workOrderRule",
  customerOf: ({ customerId }) => customerId,
  async find(ctx, { q, cause, customerId, sort, dir, iDisplayStart, iDisplayLength }) {
    const where = (sql: Sql) => sql`where ${visible(sql, ctx.scope)}
      and ${q ? sql`r.name ilike ${containsPattern(q)}` : sql`true`}
      and ${cause ? sql`r.cause = ${cause}` : sql`true`}
      and ${customerId ? sql`r.customer_id = ${customerId}` : sql`true`}`;
    const items = await select(ctx.db, (sql) => {
      const key = sort === "name" ? sql`lower(r.name)` : sql`r.created_at`;
      return sql`${where(sql)} order by ${key} ${dir === "asc" ? sql`asc` : sql`desc`}, r.id
        limit ${iDisplayLength} offset ${iDisplayStart}`;
    });
    const sql = ctx.db.$client;
    const [counted] = await sql<
      { total: number }[]
    >`select count(*)::int as total from work_order_rule r ${where(sql)}`;
    return { items, total: counted?.total ?? 0 };
  },
  get,
  async insert(ctx, input) {
    const { customerId } = resolveWriteTarget(ctx, { customerId: input.customerId, sceneId: null });
    await lockActiveCustomer(ctx.db, customerId);
    await assertAssignable(ctx.db, customerId, input);
    const values = { ...valuesOf(input), customerId, enabledAt: ctx.now };
    const [row] = await ctx.db.insert(workOrderRule).values(values).returning({ id: workOrderRule.id });
    return get(ctx, row?.id as number);
  },
  inputOf: ({ assignee, group, ...rule }) => ({
    ...rule,
    ...referredOne("assignee", assignee),
    ...referredOne("group", group),
  }),
  async update(ctx, id, input) {
    const old = await locked(ctx, id);
    if (input.customerId !== undefined && input.customerId !== old.customerId) {
      const issue = { path: "customerId", rule: "fixed", message: "a rule stays with its customer" };
      throw new AppError("CONFLICT", `customerId: ${issue.message}`, { issues: [issue] });
    }
    await assertAssignable(ctx.db, old.customerId, input);
    const isOn = input.isEnabled && !old.isEnabled;
    await save(ctx, id, { ...valuesOf(input), ...(isOn && { enabledAt: ctx.now }) });
    return { old, new: await get(ctx, id) };
  },
  /** Its orders stay. */
  async remove(ctx, id) {
    const old = await locked(ctx, id);
    await ctx.db.delete(workOrderRule).where(eq(workOrderRule.id, id));
    return old;
  },
  async switch(ctx, id, isEnabled) {
    const old = await locked(ctx, id);
    await save(ctx, id, { isEnabled, ...(isEnabled && !old.isEnabled && { enabledAt: ctx.now }) });
    return { old, new: await get(ctx, id) };
  },
};

const save = ({ db }: OperationContext, id: number, values: Partial<typeof workOrderRule.$inferInsert>) =>
  db.update(workOrderRule).set(values).where(eq(workOrderRule.id, id));
