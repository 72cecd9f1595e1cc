import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { GroupContent, PrintDay } from "@/db/print-enums";
import { printGroup, printGroupCarrier, printGroupPrinter } from "@/db/schema";
import { timeOf } from "@/features/carrier/record-time/rules";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { isVisible, type Visibility, visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import type { Store, SwitchableStore } from "@/lib/resource/crud";
import { containsPattern } from "@/lib/resource/list-query";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { assertWhole, ofCustomers } from "../printer.data";
import { nextTime } from "./rules";
import type { GroupDto, GroupInput, GroupListQuery } from "./schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Row = Omit<GroupDto, "times" | "carriers" | "otherCarriers"> & {
  minutes: number[];
  carriers: { id: number; name: string | null }[];
};

async function select(db: Db, visibility: Visibility, tail: (sql: Sql) => Fragment): Promise<GroupDto[]> {
  const sql = db.$client;
  const rows = await sql<Row[]>`
    select g.id::int, g.customer_id::int as "customerId", cu.name as "customerName", cu.time_zone as "timeZone",
           g.name as "groupName", g.is_enabled as "isEnabled", g.contents, g.times as minutes, g.day, g.copies, g.locale,
           (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by lower(p.name)), '[]')
              from print_group_printer gp join printer p on p.id = gp.printer_id where gp.group_id = g.id) as printers,
           (select coalesce(json_agg(json_build_object('id', c.id,
                     'name', case when ${isVisible(sql, visibility, "carrier", "c")} then c.name end) order by lower(c.name)), '[]')
              from print_group_carrier gc join carrier c on c.id = gc.carrier_id where gc.group_id = g.id) as carriers,
           round(date_part('epoch', g.next_at) * 1000) as "nextAt",
           round(date_part('epoch', g.created_at) * 1000) as "createdAt", g.version
      from print_group g join customer cu on cu.id = g.customer_id ${tail(sql)}`;
  return rows.map(({ minutes, carriers: all, ...row }) => {
    const carriers = all.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
    return { ...row, times: minutes.map(timeOf), carriers, otherCarriers: all.length - carriers.length };
  });
}

/** Throws NOT_FOUND outside the scope. */
export async function getGroup(ctx: OperationContext, id: number): Promise<GroupDto> {
  const [row] = await select(
    ctx.db,
    visibilityOf(ctx),
    (sql) => sql`where g.id = ${id} and ${ofCustomers(sql, ctx.scope, "g")}`,
  );
  if (!row) throw notFound("printGroup", id);
  return row;
}

/** The row before the change, locked. An account of sub-trees cannot change what concerns the whole customer. */
async function locked(ctx: OperationContext, id: number): Promise<GroupDto> {
  const sql = ctx.db.$client;
  await sql`select from print_group g where g.id = ${id} and ${ofCustomers(sql, ctx.scope, "g")} for update`;
  const row = await getGroup(ctx, id);
  assertWhole(ctx, "printGroup", id);
  resolveWriteTarget(ctx, { customerId: row.customerId });
  return row;
}

const refusal = (path: string) => {
  const issue = { path, rule: "reference", message: "refers to a record that does not exist" };
  return new AppError("NOT_FOUND", `${path}: not found`, { issues: [issue] });
};

type Members = Pick<GroupInput, "printerIds" | "carrierIds">;

/** Throws NOT_FOUND unless all printers and carriers are the customer's; carriers that are new must be visible. */
async function assertMembers(
  ctx: OperationContext,
  customerId: number,
  { printerIds, carrierIds }: Members,
  old: number[],
) {
  const sql = ctx.db.$client;
  const printers = await sql<{ id: number }[]>`
    select id::int from printer where id = any(${printerIds}::bigint[]) and customer_id = ${customerId} for key share`;
  if (printers.length < printerIds.length) throw refusal("printerIds");
  const carriers = await sql<{ id: number }[]>`
    select c.id::int from carrier c
     where c.id = any(${carrierIds}::bigint[]) and c.customer_id = ${customerId}
       and (c.id = any(${old}::bigint[]) or ${isVisible(sql, visibilityOf(ctx), "carrier", "c")}) for key share`;
  if (carriers.length < carrierIds.length) throw refusal("carrierIds");
}

async function storeMembers({ db }: OperationContext, groupId: number, { printerIds, carrierIds }: Members) {
  await db.delete(printGroupPrinter).where(eq(printGroupPrinter.groupId, groupId));
  await db.delete(printGroupCarrier).where(eq(printGroupCarrier.groupId, groupId));
  await db.insert(printGroupPrinter).values(printerIds.map((printerId) => ({ groupId, printerId })));
  await db.insert(printGroupCarrier).values(carrierIds.map((carrierId) => ({ groupId, carrierId })));
}

async function timeZoneOf(db: Db, customerId: number): Promise<string> {
  const [row] = await db.$client<{ timeZone: string }[]>`
    select time_zone as "timeZone" from customer where id = ${customerId}`;
  if (!row) throw notFound("customer", customerId);
  return row.timeZone;
}

async function valuesOf(ctx: OperationContext, customerId: number, input: GroupInput) {
  const { groupName, isEnabled, contents, times, day, copies, locale } = input;
  const nextAt = isEnabled ? nextTime(times, ctx.now, await timeZoneOf(ctx.db, customerId)) : null;
  const language = locale ?? toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  const origin = await requestOrigin();
  return { name: groupName, isEnabled, contents, times, day, copies, locale: language, origin, nextAt };
}

export const groupStore: Store<GroupDto, GroupInput, GroupListQuery> & SwitchableStore<GroupDto> = {
  entity: "printGroup",
  customerOf: ({ customerId }) => customerId,
  async find(ctx, query) {
    const { q, content, printerId, carrierId, customerId, isEnabled, sort, dir } = query;
    const pattern = q ? containsPattern(q) : null;
    const where = (sql: Sql) => sql`where ${ofCustomers(sql, ctx.scope, "g")}
      and ${pattern ? sql`g.name ilike ${pattern}` : sql`true`}
      and ${content ? sql`${content} = any(g.contents)` : sql`true`}
      and ${printerId ? sql`exists (select from print_group_printer x where x.group_id = g.id and x.printer_id = ${printerId})` : sql`true`}
      and ${carrierId ? sql`exists (select from print_group_carrier x where x.group_id = g.id and x.carrier_id = ${carrierId})` : sql`true`}
      and ${customerId ? sql`g.customer_id = ${customerId}` : sql`true`}
      and ${isEnabled === undefined ? sql`true` : sql`g.is_enabled = ${isEnabled}`}`;
    const items = await select(ctx.db, visibilityOf(ctx), (sql) => {
      const key = { name: sql`lower(g.name)`, nextAt: sql`g.next_at`, createdAt: sql`g.created_at` }[sort];
      return sql`${where(sql)} order by ${key} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, g.id
        limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
    });
    const sql = ctx.db.$client;
    const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from print_group g ${where(sql)}`;
    return { items, total: counted?.total ?? 0 };
  },
  get: getGroup,
  async insert(ctx, input) {
    const { customerId } = resolveWriteTarget(ctx, { customerId: input.customerId, sceneId: null });
    await lockActiveCustomer(ctx.db, customerId);
    await assertMembers(ctx, customerId, input, []);
    const values = { ...(await valuesOf(ctx, customerId, input)), customerId };
    const [row] = await ctx.db.insert(printGroup).values(values).returning({ id: printGroup.id });
    await storeMembers(ctx, row?.id as number, input);
    return getGroup(ctx, row?.id as number);
  },
  async update(ctx, id, input) {
    const old = await locked(ctx, id);
    if (input.customerId !== undefined && input.customerId !== old.customerId) {
      const issue = { path: "customerId", rule: "fixed", message: "a group stays with its customer" };
      throw new AppError("INVALID", `customerId: ${issue.message}`, { issues: [issue] });
    }
    const before = (await findMembers(ctx.db, id)).carrierIds;
    await assertMembers(ctx, old.customerId, input, before);
    // Whoever may not see some carriers of the group does not remove them.
    const hidden = before.filter((carrierId) => !old.carriers.some((one) => one.id === carrierId));
    const carrierIds = [...new Set([...input.carrierIds, ...hidden])];
    const locale = input.locale ?? toLocale(old.locale) ?? DEFAULT_LOCALE;
    await save(ctx, id, await valuesOf(ctx, old.customerId, { ...input, locale }));
    await storeMembers(ctx, id, { ...input, carrierIds });
    return { old, new: await getGroup(ctx, id) };
  },
  /** Its jobs stay. */
  async remove(ctx, id) {
    const old = await locked(ctx, id);
    await ctx.db.delete(printGroup).where(eq(printGroup.id, id));
    return old;
  },
  async switch(ctx, id, isEnabled) {
    const old = await locked(ctx, id);
    const [row] = await ctx.db.select({ times: printGroup.times }).from(printGroup).where(eq(printGroup.id, id));
    await save(ctx, id, { isEnabled, nextAt: isEnabled ? nextTime(row?.times ?? [], ctx.now, old.timeZone) : null });
    return { old, new: await getGroup(ctx, id) };
  },
};

const save = ({ db }: OperationContext, id: number, values: Partial<typeof printGroup.$inferInsert>) =>
  db.update(printGroup).set(values).where(eq(printGroup.id, id));

/** Gives a group another name. */
export async function renameGroup(ctx: OperationContext, id: number, name: string) {
  const old = await locked(ctx, id);
  await save(ctx, id, { name });
  return { old, new: await getGroup(ctx, id) };
}

/** Whether no other group of the customer has the name. */
export async function isNameFree(db: Db, customerId: number, name: string, except: number): Promise<boolean> {
  const [row] = await db.$client<{ taken: boolean }[]>`
    select exists (select from print_group
                    where customer_id = ${customerId} and lower(name) = lower(${name}) and id <> ${except}) as taken`;
  return row?.taken === false;
}

/** A group as the worker needs it. */
export type DueGroup = {
  id: number;
  customerId: number;
  timeZone: string;
  name: string;
  contents: GroupContent[];
  times: number[];
  day: PrintDay;
  copies: number;
  locale: string;
  origin: string | null;
  nextAt: Date;
};

const DUE = (sql: Sql) => sql`
  g.id::int, g.customer_id::int as "customerId", cu.time_zone as "timeZone", g.name, g.contents, g.times, g.day, g.copies,
  g.locale, g.origin, round(date_part('epoch', coalesce(g.next_at, now())) * 1000) as "nextAt"`;

const groupOf = (row: Omit<DueGroup, "nextAt"> & { nextAt: number }): DueGroup => ({
  ...row,
  nextAt: new Date(row.nextAt),
});

/** Locks the next group whose time has come; undefined if there is none, or other workers have them. */
export async function lockDueGroup(tx: Db, now: Date): Promise<DueGroup | undefined> {
  const sql = tx.$client;
  const [row] = await sql<(Omit<DueGroup, "nextAt"> & { nextAt: number })[]>`
    select ${DUE(sql)} from print_group g join customer cu on cu.id = g.customer_id and cu.status = 'active'
     where g.next_at <= ${now.toISOString()}::timestamptz and g.is_enabled
     order by g.next_at, g.id limit 1 for update of g skip locked`;
  return row && groupOf(row);
}

/** The group as the worker needs it, for the caller. Throws NOT_FOUND outside the scope. */
export async function getPrintable(ctx: OperationContext, id: number): Promise<DueGroup> {
  assertWhole(ctx, "printGroup", id);
  const sql = ctx.db.$client;
  const [row] = await sql<(Omit<DueGroup, "nextAt"> & { nextAt: number })[]>`
    select ${DUE(sql)} from print_group g join customer cu on cu.id = g.customer_id
     where g.id = ${id} and ${ofCustomers(sql, ctx.scope, "g")}`;
  if (!row) throw notFound("printGroup", id);
  return groupOf(row);
}

export const saveNext = (tx: Db, id: number, nextAt: Date | null) =>
  tx.update(printGroup).set({ nextAt }).where(eq(printGroup.id, id));

export type GroupMembers = { carrierIds: number[]; printers: { id: number; name: string; isEnabled: boolean }[] };

/** The carriers and printers of a group. */
export async function findMembers(db: Db, id: number): Promise<GroupMembers> {
  const sql = db.$client;
  const [row] = await sql<GroupMembers[]>`
    select array(select carrier_id::int from print_group_carrier where group_id = ${id} order by carrier_id) as "carrierIds",
           (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'isEnabled', p.is_enabled) order by lower(p.name)), '[]')
              from print_group_printer gp join printer p on p.id = gp.printer_id where gp.group_id = ${id}) as printers`;
  return row as GroupMembers;
}
