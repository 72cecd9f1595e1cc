import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { catalogue, PLATFORM_CUSTOMER_ID } from "@/lib/resource/catalogue";
import { tolerant } from "@/lib/resource/list-query";
import { deviceTypeStore, findDeviceTypes } from "./data";
import {
  type DeviceTypeChoice,
  type DeviceTypeDto,
  DeviceTypeInput,
  DeviceTypeListQuery,
  KindInput,
  SwitchTypeInput,
} from "./schema";

/** Types of devices, of the whole installation. */
export const deviceTypes = {
  ...catalogue({
    subject: "DeviceType",
    listQuery: DeviceTypeListQuery,
    input: DeviceTypeInput,
    store: deviceTypeStore,
  }),
  switch: defineOperation({
    name: "deviceType.switch",
    kind: "mutation",
    permission: "editDeviceType",
    input: SwitchTypeInput,
    async run({ tx, locale, track }, { id, isEnabled }): Promise<DeviceTypeDto> {
      const changed = await deviceTypeStore.change(tx, locale, id, () => ({ isEnabled }));
      track({ customerId: PLATFORM_CUSTOMER_ID, ...changed });
      return changed.new;
    },
    audit: { entity: "deviceType", id: ({ id }) => id },
  }),
};

/** The types to choose from, named in the language of the request. */
export const lookUpDeviceTypes = defineOperation({
  name: "deviceType.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<DeviceTypeChoice[]> => findDeviceTypes(db, locale),
});

/** Those of one kind of devices. */
export const lookUpDeviceTypesOfKind = defineOperation({
  name: "deviceType.lookUpKind",
  kind: "query",
  permission: SIGNED_IN,
  input: KindInput,
  run: ({ db, locale }, { id }): Promise<DeviceTypeChoice[]> => findDeviceTypes(db, locale, id),
});

/** What the list's page shows: the criteria of its address that make sense, their rows, and what the account may do. */
export async function loadDeviceTypeScreen(ctx: PageContext) {
  const query = tolerant(DeviceTypeListQuery, ctx.search);
  const { permissions } = ctx.principal;
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  return {
    page: await deviceTypes.list.call(ctx, query),
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    rights: {
      create: permissions.has("newDeviceType"),
      edit: permissions.has("editDeviceType"),
      remove: permissions.has("removeDeviceType"),
    },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}
