import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, lot, product } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { covers, type Scope } from "@/lib/auth/scope";
import { ofCustomers } from "@/lib/auth/scope-filter";
import { conflict, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { Store } from "@/lib/resource/crud";
import type { Page } from "@/lib/resource/list-query";
import { tableRows, type Values } from "@/lib/resource/table-rows";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import type { ProductChoice, ProductDto, ProductInput, ProductListQuery, ProductRowDto } from "./product.schema";

type Row = typeof product.$inferSelect;

export const toProductDto = ({ createdAt, ...row }: Row): ProductDto => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

const rows = tableRows<typeof product, ProductDto, ProductListQuery>({
  entity: "product",
  table: product,
  filters: { customerId: product.customerId, isEnabled: product.isEnabled },
  visible: ({ scope }) => ofCustomers(scope, product.customerId),
  view: () => ({
    search: [product.name, product.code, product.source],
    sort: { name: sql`lower(${product.name})`, code: sql`lower(${product.code})`, createdAt: product.createdAt },
    toDto: toProductDto,
  }),
});

/** Products are a customer's as a whole: accounts of a sub-tree may see them, those of the whole customer change them. */
const assertWritable = ({ scope }: OperationContext, { id, customerId }: ProductDto) => {
  if (!covers(scope, { customerId })) throw notFound("product", id);
};

const lotsOf = async (db: Db, id: number): Promise<number> => {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(lot).where(eq(lot.productId, id));
  return row?.count ?? 0;
};

export const productStore: Store<ProductDto, ProductInput, ProductListQuery> = {
  ...rows,
  entity: "product",
  customerOf: ({ customerId }) => customerId,
  async insert(ctx, values) {
    const place = resolveWriteTarget(ctx, values);
    await lockActiveCustomer(ctx.db, place.customerId);
    return rows.insert(ctx, { ...values, ...place } as Values<typeof product>);
  },
  update: (ctx, id, { customerId, ...values }) =>
    rows.change(ctx, id, (_row, old) => {
      assertWritable(ctx, old);
      // Lots are of their product's customer.
      if (customerId !== undefined && customerId !== old.customerId)
        throw conflict("customerId", "fixed", "a product stays with its customer");
      return values;
    }),
  async remove(ctx, id) {
    const { old } = await rows.lock(ctx, id);
    assertWritable(ctx, old);
    const count = await lotsOf(ctx.db, id);
    if (count > 0) throw conflict("id", "inUse", `the product has ${count} lots`, count);
    return rows.remove(ctx, id);
  },
};

/** Adds the customers' names and the number of lots to a page of products. */
export async function withLots(db: Db, { items, total }: Page<ProductDto>): Promise<Page<ProductRowDto>> {
  if (items.length === 0) return { items: [], total };
  const ids = items.map(({ id }) => id);
  const known = await db
    .select({
      id: product.id,
      customerName: customer.name,
      lotCount: sql<number>`(select count(*)::int from ${lot} where ${lot.productId} = ${product}.id)`,
    })
    .from(product)
    .innerJoin(customer, eq(customer.id, product.customerId))
    .where(inArray(product.id, ids));
  const byId = new Map(known.map(({ id, ...row }) => [id, row]));
  return { items: items.map((one) => ({ ...one, ...(byId.get(one.id) ?? { customerName: "", lotCount: 0 }) })), total };
}

/** A reasonable maximum for a native select. */
const MAXIMUM_CHOICES = 500;

/** The enabled products of the customers in the scope, by name. */
export const findProductChoices = (db: Db, scope: Scope): Promise<ProductChoice[]> =>
  db
    .select({ id: product.id, customerId: product.customerId, name: product.name, code: product.code })
    .from(product)
    .where(and(ofCustomers(scope, product.customerId), eq(product.isEnabled, true)))
    .orderBy(asc(sql`lower(${product.name})`), asc(product.id))
    .limit(MAXIMUM_CHOICES);
