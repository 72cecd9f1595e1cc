import "server-only";
import { hashToken, newToken } from "@/lib/auth/token";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { type Page, tolerant } from "@/lib/resource/list-query";
import { findCustomers, getCustomer, hasPlatformRoles, lockCustomer, saveCustomer, setCustomerToken } from "./data";
import { assertMayEdit, conflict } from "./rules";
import {
  type CustomerDto,
  CustomerListQuery,
  type CustomerRowDto,
  CustomerUpdateInput,
  type IngestTokenDto,
} from "./schema";
import { applyStatus, deputyOf } from "./status/operations";

export const listCustomers = defineOperation({
  name: "customer.list",
  kind: "query",
  permission: "viewCustomer",
  input: CustomerListQuery,
  run: ({ db, scope }, query): Promise<Page<CustomerRowDto>> => findCustomers(db, scope, query),
});

export const getCustomerById = defineOperation({
  name: "customer.get",
  kind: "query",
  permission: "viewCustomer",
  input: ById,
  run: ({ db, scope }, { id }): Promise<CustomerRowDto> => getCustomer(db, scope, id),
});

/** A changed status does what cancelling and activating do. */
export const updateCustomer = defineOperation({
  name: "customer.update",
  kind: "mutation",
  permission: "editCustomer",
  input: CustomerUpdateInput,
  async run(ctx, { id, ...values }): Promise<CustomerDto> {
    const old = await lockCustomer(ctx.tx, ctx.scope, id);
    assertMayEdit(old, values, deputyOf(ctx));
    if (values.type !== old.type && values.type === "customer" && (await hasPlatformRoles(ctx.tx, id)))
      throw conflict("type", "platformRoles", "has roles that only a customer of the platform can have");
    const saved = await saveCustomer(ctx.tx, old, values);
    const switched = saved.status === old.status ? {} : await applyStatus(ctx, id, saved.status);
    ctx.track({ customerId: id, old, new: { ...saved, ...switched } });
    return saved;
  },
  audit: { entity: "customer", id: ({ id }) => id },
});

/** A new customer-wide ingest token; the earlier one stops working. */
export const issueCustomerToken = defineOperation({
  name: "customer.issueToken",
  kind: "mutation",
  permission: "tokenCustomer",
  input: ById,
  async run({ tx, scope, track }, { id }): Promise<IngestTokenDto> {
    const token = newToken();
    if (!(await setCustomerToken(tx, scope, id, hashToken(token)))) throw notFound("customer", id);
    track({ customerId: id });
    return { id, token };
  },
  audit: { entity: "customer", id: ({ id }) => id },
});

/** What the list's page shows: the criteria of its address that make sense, their rows, and what the account may do. */
export async function loadCustomerScreen(ctx: PageContext) {
  const query = tolerant(CustomerListQuery, ctx.search);
  const page = await listCustomers.call(ctx, query);
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  const { permissions, scopeType, ownCustomerId, customer } = ctx.principal;
  const may = (action: "new" | "edit" | "remove" | "token") => permissions.has(`${action}Customer`);
  return {
    page,
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    rights: { create: may("new"), edit: may("edit"), remove: may("remove"), token: may("token") },
    deputy: { scopeType, ownCustomerId },
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
