import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { PrintProblem } from "@/db/print-enums";
import { printer } from "@/db/schema";
import type { PrinterChoice } from "@/features/print/content.schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { env } from "@/lib/env/env";
import { AppError, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { isAllowed } from "@/lib/outbound/address";
import type { Store, SwitchableStore } from "@/lib/resource/crud";
import { containsPattern } from "@/lib/resource/list-query";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { hasJobs, inUse, isElsewhere, isIpv4 } from "./printer.rules";
import type { PrinterDto, PrinterInput, PrinterListQuery } from "./printer.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** SQL condition: the row of this alias belongs to the scope. All accounts of a customer see its printers. */
export function ofCustomers(sql: Sql, { customerIds: all }: Scope, alias: string): Fragment {
  return all === "all" ? sql`true` : sql`${sql(alias)}.customer_id = any(${[...all]}::bigint[])`;
}

/** SQL condition: the job of this alias is not over. */
export const isOpenJob = (sql: Sql, alias = "j"): Fragment =>
  sql`${sql(alias)}.state in ('waiting', 'sending', 'atPrinter', 'unclear')`;

async function select(db: Db, tail: (sql: Sql) => Fragment): Promise<PrinterDto[]> {
  const sql = db.$client;
  const rows = await sql<PrinterDto[]>`
    select p.id::int, p.customer_id::int as "customerId", cu.name as "customerName", p.name, p.kind, p.location, p.host,
           p.port, p.is_tls as "isTls", p.path, p.columns, p.charset, p.has_cutter as "hasCutter",
           p.is_enabled as "isEnabled", p.may_reach_private as "mayReachPrivate", p.model,
           round(date_part('epoch', p.checked_at) * 1000) as "checkedAt", p.problem, p.problem_detail as "problemDetail",
           (select count(*)::int from print_job j where j.printer_id = p.id and ${isOpenJob(sql)}) as "openJobs",
           round(date_part('epoch', p.created_at) * 1000) as "createdAt", p.version
      from printer p join customer cu on cu.id = p.customer_id ${tail(sql)}`;
  return [...rows];
}

/** Throws NOT_FOUND outside the scope. */
export async function getPrinter(db: Db, scope: Scope, id: number): Promise<PrinterDto> {
  const [row] = await select(db, (sql) => sql`where p.id = ${id} and ${ofCustomers(sql, scope, "p")}`);
  if (!row) throw notFound("printer", id);
  return row;
}

/** Throws NOT_FOUND for an account of sub-trees: a printer concerns the whole customer. */
export function assertWhole({ scope }: OperationContext, entity: string, id: number): void {
  if (scopeArrays(scope).sceneIds) throw notFound(entity, id);
}

/** The row before the change, locked. */
async function locked(ctx: OperationContext, id: number): Promise<PrinterDto> {
  const sql = ctx.db.$client;
  await sql`select from printer p where p.id = ${id} and ${ofCustomers(sql, ctx.scope, "p")} for update`;
  const row = await getPrinter(ctx.db, ctx.scope, id);
  assertWhole(ctx, "printer", id);
  resolveWriteTarget(ctx, { customerId: row.customerId });
  return row;
}

/** Platform users may use private addresses; customers may not, unless the installation allows it. */
function isPlatform({ actor }: OperationContext): boolean {
  if (actor.type === "user") return actor.principal.scopeType === 2 || actor.principal.scopeType === 3;
  return actor.type === "system";
}

/** Host names are resolved and checked when connecting. */
function assertReachable(host: string, mayReachPrivate: boolean): void {
  if (!isIpv4(host) || isAllowed(host, mayReachPrivate || env().PRINT_PRIVATE)) return;
  const issue = { path: "host", rule: "privatePrinter", message: "lies in a network that is not open to customers" };
  throw new AppError("INVALID", `host: ${issue.message}`, { issues: [issue] });
}

const save = ({ db }: OperationContext, id: number, values: Partial<typeof printer.$inferInsert>) =>
  db.update(printer).set(values).where(eq(printer.id, id));

const UNKNOWN_STATE = { checkedAt: null, problem: null, problemDetail: "", model: "" } as const;

const CONDITIONS = {
  ready: (sql: Sql) => sql`p.problem is null and p.checked_at is not null`,
  problem: (sql: Sql) => sql`p.problem is not null`,
  unknown: (sql: Sql) => sql`p.checked_at is null`,
};

export const printerStore: Store<PrinterDto, PrinterInput, PrinterListQuery> & SwitchableStore<PrinterDto> = {
  entity: "printer",
  customerOf: ({ customerId }) => customerId,
  async find(ctx, query) {
    const { q, kind, condition, customerId, sort, dir, iDisplayStart, iDisplayLength } = query;
    const pattern = q ? containsPattern(q) : null;
    const where = (sql: Sql) => sql`where ${ofCustomers(sql, ctx.scope, "p")}
      and ${pattern ? sql`(p.name ilike ${pattern} or p.location ilike ${pattern} or p.host ilike ${pattern})` : sql`true`}
      and ${kind ? sql`p.kind = ${kind}` : sql`true`}
      and ${condition ? CONDITIONS[condition](sql) : sql`true`}
      and ${customerId ? sql`p.customer_id = ${customerId}` : sql`true`}`;
    const keys = (sql: Sql) => ({
      name: sql`lower(p.name)`,
      kind: sql`p.kind`,
      host: sql`lower(p.host)`,
      checkedAt: sql`p.checked_at`,
      createdAt: sql`p.created_at`,
    });
    const items = await select(
      ctx.db,
      (sql) => sql`${where(sql)} order by ${keys(sql)[sort]} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, p.id
        limit ${iDisplayLength} offset ${iDisplayStart}`,
    );
    const sql = ctx.db.$client;
    const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from printer p ${where(sql)}`;
    return { items, total: counted?.total ?? 0 };
  },
  get: (ctx, id) => getPrinter(ctx.db, ctx.scope, id),
  async insert(ctx, { customerId: wanted, ...values }) {
    const { customerId } = resolveWriteTarget(ctx, { customerId: wanted, sceneId: null });
    const mayReachPrivate = isPlatform(ctx);
    assertReachable(values.host, mayReachPrivate);
    await lockActiveCustomer(ctx.db, customerId);
    const row = { ...values, customerId, mayReachPrivate };
    const [made] = await ctx.db.insert(printer).values(row).returning({ id: printer.id });
    return getPrinter(ctx.db, ctx.scope, made?.id as number);
  },
  async update(ctx, id, { customerId, ...values }) {
    const old = await locked(ctx, id);
    if (customerId !== undefined && customerId !== old.customerId) {
      const issue = { path: "customerId", rule: "fixed", message: "a printer stays with its customer" };
      throw new AppError("INVALID", `customerId: ${issue.message}`, { issues: [issue] });
    }
    // Permission for a private address covers one endpoint: no other port or path, and no address of a customer.
    const isMoved = isElsewhere(old, values);
    const mayReachPrivate = isMoved ? isPlatform(ctx) : old.mayReachPrivate;
    assertReachable(values.host, mayReachPrivate);
    await save(ctx, id, { ...values, mayReachPrivate, ...(isMoved && UNKNOWN_STATE) });
    return { old, new: await getPrinter(ctx.db, ctx.scope, id) };
  },
  /** Its jobs stay, with its name. */
  async remove(ctx, id) {
    const old = await locked(ctx, id);
    const [use] = await ctx.db.$client<{ inGroup: boolean }[]>`
      select exists (select from print_group_printer where printer_id = ${id}) as "inGroup"`;
    if (use?.inGroup) throw inUse();
    if (old.openJobs > 0) throw hasJobs();
    await ctx.db.delete(printer).where(eq(printer.id, id));
    return old;
  },
  async switch(ctx, id, isEnabled) {
    const old = await locked(ctx, id);
    await save(ctx, id, { isEnabled });
    return { old, new: await getPrinter(ctx.db, ctx.scope, id) };
  },
};

const CHOICES = 200;

/** The printers of the scope, or of one customer, by name. */
export async function findPrinterChoices(db: Db, scope: Scope, customerId?: number): Promise<PrinterChoice[]> {
  const sql = db.$client;
  const rows = await sql<PrinterChoice[]>`
    select p.id::int, p.customer_id::int as "customerId", p.name, p.kind, p.location, p.columns,
           p.is_enabled as "isEnabled", p.problem, round(date_part('epoch', p.checked_at) * 1000) as "checkedAt"
      from printer p
     where ${ofCustomers(sql, scope, "p")} and ${customerId ? sql`p.customer_id = ${customerId}` : sql`true`}
     order by lower(p.name), p.id limit ${CHOICES}`;
  return [...rows];
}

export type Contact = { at: Date; problem: PrintProblem | null; detail: string; model?: string };

/** Notes what a contact with the printer showed. */
export async function noteContact(db: Db, id: number, { at, problem, detail, model }: Contact): Promise<void> {
  const values = { checkedAt: at, problem, problemDetail: detail.slice(0, 200), ...(model && { model }) };
  await db.update(printer).set(values).where(eq(printer.id, id));
}
