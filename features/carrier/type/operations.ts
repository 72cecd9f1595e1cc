import "server-only";
import { z } from "zod";
import { namedChoices } from "@/lib/i18n/named-choices";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { MODES } from "../carrier.schema";
import { carrierTypeStore, findCarrierTypes } from "./data";
import { type CarrierTypeChoice, CarrierTypeInput, CarrierTypeListQuery } from "./schema";

const kit = {
  subject: "CarrierType",
  listQuery: CarrierTypeListQuery,
  input: CarrierTypeInput,
  store: carrierTypeStore,
} as const;

/** Carrier types of the installation. */
export const carrierTypes = { ...crud(kit), switch: switching(kit) };

/** Lists the types to choose from, named in the language of the request. */
export const lookUpCarrierTypes = defineOperation({
  name: "carrierType.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<CarrierTypeChoice[]> => findCarrierTypes(db, locale),
});

/** The modes of carriers (`carrier_mode`), named in the language of the request. */
export const lookUpCarrierModes = defineOperation({
  name: "carrierMode.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ locale }) => namedChoices(MODES, "carrier.mode", locale),
});

/** Loads the list page with the account's rights. */
export const loadCarrierTypeScreen = async (ctx: PageContext) => ({
  ...(await loadList(ctx, carrierTypes.list)),
  rights: recordRights(ctx, "CarrierType"),
});
