import "server-only";
import { assertVersion } from "@/lib/audit/assert-version";
import { hashToken, newToken } from "@/lib/auth/token";
import { conflict } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { readAddress } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import {
  findCustomers,
  getCustomer,
  hasPlatformRoles,
  lockCustomer,
  saveCustomer,
  setCustomerToken,
} from "./customer.data";
import { assertMay, assertMayEdit } from "./customer.rules";
import {
  type CustomerDto,
  CustomerListQuery,
  type CustomerRowDto,
  CustomerUpdateInput,
  type IngestTokenDto,
  TemperatureUnitInput,
} from "./customer.schema";
import { applyStatus, assertMayReach, deputyOf } from "./status.operations";

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

/** A changed status has the same effects as cancelling and activating. */
export const updateCustomer = defineOperation({
  name: "customer.update",
  kind: "mutation",
  permission: "editCustomer",
  input: CustomerUpdateInput,
  async run(ctx, { id, version, ...values }): Promise<CustomerDto> {
    const old = await lockCustomer(ctx.tx, ctx.scope, id);
    assertMayEdit(old, values, deputyOf(ctx));
    await assertVersion(ctx, { entity: "customer", id, version }, async () => old);
    if (values.status !== old.status)
      await assertMayReach(ctx, values.status === "active" ? "activate" : "cancel", [
        { path: "status", customer: old },
      ]);
    if (values.type !== old.type && values.type === "customer" && (await hasPlatformRoles(ctx.tx, id)))
      throw conflict("type", "platformRoles", "has roles that only a customer of the platform can have");
    const saved = await saveCustomer(ctx.tx, old, values);
    const switched = saved.status === old.status ? {} : await applyStatus(ctx, "customer.update", id, saved.status);
    ctx.audit({ customerId: id, old, new: { ...saved, ...switched } });
    return saved;
  },
  audit: { entity: "customer", id: ({ id }) => id },
});

/** Sets the unit in which people read and type temperatures. Stored values do not change. */
export const setTemperatureUnit = defineOperation({
  name: "customer.setTemperatureUnit",
  kind: "mutation",
  permission: "unitCustomer",
  input: TemperatureUnitInput,
  async run(ctx, { id, version, temperatureUnit }): Promise<CustomerDto> {
    const old = await lockCustomer(ctx.tx, ctx.scope, id);
    assertMay("edit", [{ path: "id", customer: old }], deputyOf(ctx));
    await assertVersion(ctx, { entity: "customer", id, version }, async () => old);
    const saved = await saveCustomer(ctx.tx, old, { temperatureUnit });
    ctx.audit({ customerId: id, old: { temperatureUnit: old.temperatureUnit }, new: { temperatureUnit } });
    return saved;
  },
  audit: { entity: "customer", id: ({ id }) => id },
});

/** Creates a new customer-wide ingest token; the earlier one stops working. */
export const issueCustomerToken = defineOperation({
  name: "customer.issueToken",
  kind: "mutation",
  permission: "tokenCustomer",
  input: ById,
  async run(ctx, { id }): Promise<IngestTokenDto> {
    const customer = await lockCustomer(ctx.tx, ctx.scope, id);
    assertMay("edit", [{ path: "id", customer }], deputyOf(ctx));
    const token = newToken();
    await setCustomerToken(ctx.tx, id, hashToken(token));
    ctx.audit({ customerId: id });
    return { id, token };
  },
  audit: { entity: "customer", id: ({ id }) => id },
});

/** Loads the page: valid filters, rows, and the user's rights. */
export async function loadCustomerScreen(ctx: PageContext) {
  const { query, address } = readAddress(ctx, CustomerListQuery);
  const page = await listCustomers.call(ctx, query);
  const { permissions, scopeType, ownCustomerId } = ctx.principal;
  const may = (action: "new" | "edit" | "remove" | "token" | "unit") => permissions.has(`${action}Customer`);
  return {
    page,
    ...address,
    rights: { create: may("new"), edit: may("edit"), remove: may("remove"), token: may("token"), unit: may("unit") },
    deputy: { scopeType, ownCustomerId },
  };
}
