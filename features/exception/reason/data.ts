import "server-only";
import { and, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, customer, exception, exceptionReason } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { covers, type Scope } from "@/lib/auth/scope";
import { ofCustomers } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { PLATFORM_CUSTOMER_ID, shippedError, takenError } from "@/lib/resource/catalogue-store";
import type { Store } from "@/lib/resource/crud";
import type { Page } from "@/lib/resource/list-query";
import { keysOfName, type NameGroup, type Names, seededNames } from "@/lib/resource/seeded-names";
import { tableRows } from "@/lib/resource/table-rows";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { isVisible } from "../exception.data";
import { assertRemovable, movedError } from "./rules";
import type { ExceptionReasonDto, ReasonInput, ReasonListQuery, ReasonRowDto } from "./schema";

type Row = typeof exceptionReason.$inferSelect;
type Query = Omit<ReasonListQuery, "origin" | "customerId">;

const NAMES: NameGroup = ["exception", "reason"];
const ENTITY = "exceptionReason";
const { customerId, code, name, createdAt } = exceptionReason;

/** The name in the reader's language; the names of shipped reasons are passed as one JSON object. */
const nameIn = (names: Names): SQL<string> => sql`coalesce(${JSON.stringify(names)}::text::jsonb ->> ${code}, ${name})`;

/** Shipped reasons are visible to all, including accounts bound to nodes; others belong to a whole customer. */
function visible({ scope }: OperationContext): SQL | undefined {
  const own = ofCustomers(scope, customerId);
  return own && or(isNull(customerId), own);
}

const rowsOf = (narrowing?: SQL) =>
  tableRows<typeof exceptionReason, ExceptionReasonDto, Query>({
    entity: ENTITY,
    table: exceptionReason,
    filters: {},
    visible: (ctx) => and(visible(ctx), narrowing),
    async view({ locale }) {
      const names = await seededNames(locale, NAMES);
      return {
        search: [nameIn(names)],
        sort: { name: sql`lower(${nameIn(names)})`, createdAt },
        toDto: (row) => ({
          id: row.id,
          customerId: row.customerId,
          name: (row.code !== null && names[row.code]) || row.name,
          isShipped: row.customerId === null,
          createdAt: row.createdAt.toISOString(),
          version: row.version,
        }),
      };
    },
  });

const rows = rowsOf();

/** Throws for a visible row that the actor may not change: shipped reasons, or any for accounts bound to nodes. */
function assertOwn({ scope }: OperationContext, row: Row): void {
  if (row.customerId === null) throw shippedError("id");
  if (!covers(scope, { customerId: row.customerId })) throw notFound(ENTITY, row.id);
}

/** Throws if a shipped reason has this name in any language, because it would be a duplicate. */
async function assertFree({ db }: OperationContext, wanted: string): Promise<void> {
  const keys = await keysOfName(NAMES, wanted);
  if (keys.size === 0) return;
  const taken = and(isNull(customerId), inArray(code, [...keys]));
  const [found] = await db.select({ id: exceptionReason.id }).from(exceptionReason).where(taken).limit(1);
  if (found) throw takenError("name");
}

/** Locks a customer's and the shipped reasons in one order, so that the last two are not deleted concurrently. */
async function lockStock({ db }: OperationContext, owner: number | null) {
  const among = owner === null ? isNull(customerId) : or(isNull(customerId), eq(customerId, owner));
  const stock = await db
    .select({ owner: customerId })
    .from(exceptionReason)
    .where(among)
    .orderBy(exceptionReason.id)
    .for("update");
  const shipped = stock.filter((one) => one.owner === null).length;
  return { shipped, own: stock.length - shipped };
}

const usesOf = async (db: Db, id: number): Promise<number> => {
  const [row] = await db.select({ uses: count() }).from(exception).where(eq(exception.reasonId, id));
  return row?.uses ?? 0;
};

/** Customers' and shipped reasons. The latter cannot be edited; accounts that see all customers may delete them. */
export const reasonStore: Store<ExceptionReasonDto, ReasonInput, ReasonListQuery> = {
  ...rows,
  entity: ENTITY,
  customerOf: (row) => row.customerId ?? PLATFORM_CUSTOMER_ID,
  find(ctx, { origin, customerId: of, ...query }) {
    const byOrigin = origin && (origin === "shipped" ? isNull : isNotNull)(customerId);
    const byOwner = of === undefined ? undefined : or(isNull(customerId), eq(customerId, of));
    return rowsOf(and(byOrigin, byOwner)).find(ctx, query);
  },
  async insert(ctx, values) {
    const place = resolveWriteTarget(ctx, { customerId: values.customerId });
    await lockActiveCustomer(ctx.db, place.customerId);
    await assertFree(ctx, values.name);
    return rows.insert(ctx, { name: values.name, customerId: place.customerId });
  },
  async update(ctx, id, values) {
    return rows.change(ctx, id, async (row) => {
      assertOwn(ctx, row);
      if (values.customerId !== undefined && values.customerId !== row.customerId) throw movedError();
      await assertFree(ctx, values.name);
      return { name: values.name };
    });
  },
  async remove(ctx, id) {
    const { customerId: owner } = await rows.get(ctx, id);
    const stock = await lockStock(ctx, owner);
    const { row } = await rows.lock(ctx, id);
    if (row.customerId !== null || ctx.scope.customerIds !== "all") assertOwn(ctx, row);
    assertRemovable({ isShipped: owner === null, uses: await usesOf(ctx.db, id) }, stock);
    return rows.remove(ctx, id);
  },
};

/** A page of reasons with customer names and the number of visible exceptions that use each. */
export async function withUses(
  db: Db,
  scope: Scope,
  { items, total }: Page<ExceptionReasonDto>,
): Promise<Page<ReasonRowDto>> {
  if (items.length === 0) return { items: [], total };
  const uses = await db
    .select({ id: exception.reasonId, exceptionCount: count() })
    .from(exception)
    .leftJoin(carrier, eq(carrier.id, exception.carrierId))
    .where(
      and(
        inArray(
          exception.reasonId,
          items.map(({ id }) => id),
        ),
        isVisible(scope),
      ),
    )
    .groupBy(exception.reasonId);
  const owners = [...new Set(items.flatMap((item) => item.customerId ?? []))];
  const named = await db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(and(inArray(customer.id, owners), ofCustomers(scope, customer.id)));
  return {
    items: items.map((item) => ({
      ...item,
      customerName: named.find(({ id }) => id === item.customerId)?.name ?? "",
      exceptionCount: uses.find(({ id }) => id === item.id)?.exceptionCount ?? 0,
    })),
    total,
  };
}

/** Reasonable maximum for a native select. */
const MAXIMUM_CHOICES = 500;

/** The customers whose reasons are visible, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(ofCustomers(scope, customer.id))
    .orderBy(sql`lower(${customer.name})`)
    .limit(MAXIMUM_CHOICES);
