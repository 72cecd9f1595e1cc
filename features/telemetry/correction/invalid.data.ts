import "server-only";
import { arrayOverlaps, asc, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, deviceType, invalidRule } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { AppError, conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Changed, Store, SwitchableStore } from "@/lib/resource/crud";
import type { Page } from "@/lib/resource/list-query";
import { seededNames } from "@/lib/resource/seeded-names";
import { tableStore } from "@/lib/resource/table-store";
import { figuresOf, LISTED, SIFTED_MEASURES } from "./invalid.rules";
import type {
  DeviceTypeChoice,
  InvalidRuleDto,
  InvalidRuleInput,
  InvalidRuleListQuery,
  InvalidRuleRowDto,
  RunDto,
} from "./invalid.schema";
import { dropRun, lockRule, restartRun } from "./run.data";

type Columns = Partial<typeof invalidRule.$inferInsert>;

const table = tableStore<typeof invalidRule, InvalidRuleDto, Columns & { customerId?: number }, InvalidRuleListQuery>({
  entity: "invalidRule",
  table: invalidRule,
  search: [invalidRule.name],
  sort: {
    name: sql`lower(${invalidRule.name})`,
    measure: invalidRule.measure,
    kind: invalidRule.kind,
    createdAt: invalidRule.createdAt,
  },
  filters: {
    measure: invalidRule.measure,
    kind: invalidRule.kind,
    isEnabled: invalidRule.isEnabled,
    customerId: invalidRule.customerId,
  },
  toDto: ({ createdAt, updatedAt, faultValues, ...row }) => ({
    ...row,
    faultValues: faultValues ?? [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }),
});

const columnsOf = ({ name, measure, deviceTypeId, kind, ...input }: InvalidRuleInput): Columns => ({
  name,
  measure,
  deviceTypeId,
  kind,
  ...figuresOf({ measure, kind, ...input }),
});

const ownerStays = () => conflict("customerId", "sameCustomer", "a rule stays with its customer");

/**
 * A rule must accept values beyond the limits of monitored ranges: if it matched all values outside a range, that range
 * would never raise an alarm. Throws INVALID.
 */
async function checkAgainstRanges(db: Db, dto: InvalidRuleDto): Promise<InvalidRuleDto> {
  if (dto.kind !== "implausible") return dto;
  const [watched] = await db.$client<{ minimum: number | null; maximum: number | null }[]>`
    select min(minimum) as minimum, max(maximum) as maximum from (
      select minimum, maximum from zone where customer_id = ${dto.customerId} and measure = ${dto.measure}
       union all
      select c.minimum, c.maximum from alarm_condition c join alarm_trigger t on t.id = c.trigger_id
       where t.customer_id = ${dto.customerId} and c.measure = ${dto.measure}) ranges`;
  const { minimum = null, maximum = null } = watched ?? {};
  const message = "a monitoring range or a condition reaches as far: nothing outside of it would be alarmed";
  const issues = [
    ...(dto.maximum !== null && maximum !== null && dto.maximum <= maximum ? [{ path: "maximum" }] : []),
    ...(dto.minimum !== null && minimum !== null && dto.minimum >= minimum ? [{ path: "minimum" }] : []),
  ].map((issue) => ({ ...issue, rule: "insideRange", message }));
  if (issues.length > 0) throw new AppError("INVALID", `${issues[0]?.path}: ${message}`, { issues });
  return dto;
}

async function checkedChange(ctx: OperationContext, changed: Changed<InvalidRuleDto>) {
  await checkAgainstRanges(ctx.db, changed.new);
  return changed;
}

/** Rules of customers. A rule never moves to another customer, since its invalid readings belong to this one. */
export const invalidRuleStore: Store<InvalidRuleDto, InvalidRuleInput, InvalidRuleListQuery> &
  SwitchableStore<InvalidRuleDto> = {
  ...table,
  // It never moves, so there is no other customer to lock.
  lockTarget: async () => undefined,
  async insert(ctx, input) {
    const dto = await table.insert(ctx, {
      ...columnsOf(input),
      ...(input.customerId !== undefined && { customerId: input.customerId }),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    });
    return checkAgainstRanges(ctx.db, dto);
  },
  async update(ctx, id, input) {
    const old = await table.get(ctx, id);
    if (input.customerId !== undefined && input.customerId !== old.customerId) throw ownerStays();
    const changed = await checkedChange(ctx, await table.update(ctx, id, { ...columnsOf(input), updatedAt: ctx.now }));
    await restartRun(ctx.db, id);
    return changed;
  },
  async remove(ctx, id) {
    // The lock waits for transactions that use the rule. A run that restores readings continues without it.
    await lockRule(ctx.db, id, "update");
    await dropRun(ctx.db, id);
    return table.remove(ctx, id);
  },
  async switch(ctx, id, isEnabled) {
    const changed = await table.update(ctx, id, { isEnabled, updatedAt: ctx.now });
    return isEnabled ? checkedChange(ctx, changed) : changed;
  },
};

type Facts = Pick<InvalidRuleRowDto, "id" | "customerName" | "deviceTypeCode" | "takenCount" | "run">;

/** Adds customers, device types and counts to a page of rules. */
export async function withFacts(db: Db, { items, total }: Page<InvalidRuleDto>): Promise<Page<InvalidRuleRowDto>> {
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return { items: [], total };
  const rows = await db.$client<Facts[]>`
    select r.id::int, c.name as "customerName", t.code as "deviceTypeCode", taken.count as "takenCount",
           case when run.rule_id is not null then json_build_object(
             'from', to_char(run.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'requestedAt', to_char(run.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'finishedAt', to_char(run.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'takenCount', run.taken_count, 'givesBack', run.gives_back) end as run
      from invalid_rule r
      join customer c on c.id = r.customer_id
      left join device_type t on t.id = r.device_type_id
      left join invalid_run run on run.rule_id = r.id
     cross join lateral (
       select count(*)::int as count from (
         select from invalid_reading i where i.rule_id = r.id and i.restored_at is null limit ${LISTED + 1}) counted) taken
     where r.id = any(${ids}::bigint[])`;
  const known = new Map(rows.map((row) => [row.id, row]));
  const none = { customerName: "", deviceTypeCode: null, takenCount: 0, run: null as RunDto | null };
  return { items: items.map((item) => ({ ...item, ...none, ...known.get(item.id) })), total };
}

/** As many options as a native list can reasonably show. */
const MAXIMUM_CHOICES = 500;

/** The visible customers whose rules can be managed, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(asc(sql`lower(${customer.name})`))
    .limit(MAXIMUM_CHOICES);

/** The device types that measure what a rule can apply to; shipped ones with their names in this language. */
export async function findDeviceTypes(db: Db, locale: string): Promise<DeviceTypeChoice[]> {
  const names = await seededNames(locale, ["deviceType", "name"]);
  const rows = await db
    .select()
    .from(deviceType)
    .where(arrayOverlaps(deviceType.measures, SIFTED_MEASURES))
    .orderBy(asc(deviceType.code));
  return rows.map(({ id, code, name, measures, isShipped }) => ({
    id,
    code,
    name: isShipped && name === code ? (names[code] ?? code) : name,
    measures,
  }));
}
