import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { deviceTypeStore, findDeviceTypes } from "./data";
import { type DeviceTypeChoice, DeviceTypeInput, DeviceTypeListQuery, KindInput } from "./schema";

const kit = {
  subject: "DeviceType",
  listQuery: DeviceTypeListQuery,
  input: DeviceTypeInput,
  store: deviceTypeStore,
} as const;

/** Operations on device types, which belong to the whole installation. */
export const deviceTypes = { ...crud(kit), switch: switching(kit) };

/** Lists the types to choose from, named in the language of the request. */
export const lookUpDeviceTypes = defineOperation({
  name: "deviceType.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<DeviceTypeChoice[]> => findDeviceTypes(db, locale),
});

/** Lists the types of one kind of devices. */
export const lookUpDeviceTypesOfKind = defineOperation({
  name: "deviceType.lookUpKind",
  kind: "query",
  permission: SIGNED_IN,
  input: KindInput,
  run: ({ db, locale }, { id }): Promise<DeviceTypeChoice[]> => findDeviceTypes(db, locale, id),
});

/** Data of the list page, with the account's rights. */
export const loadDeviceTypeScreen = async (ctx: PageContext) => ({
  ...(await loadList(ctx, deviceTypes.list)),
  rights: recordRights(ctx, "DeviceType"),
});
