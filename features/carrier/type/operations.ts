import "server-only";
import { z } from "zod";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { catalogue, PLATFORM_CUSTOMER_ID } from "@/lib/resource/catalogue";
import { carrierTypeStore, findCarrierTypes } from "./data";
import {
  type CarrierTypeChoice,
  type CarrierTypeDto,
  CarrierTypeInput,
  CarrierTypeListQuery,
  SwitchTypeInput,
} from "./schema";

/** Types of carriers, of the whole installation. */
export const carrierTypes = {
  ...catalogue({
    subject: "CarrierType",
    listQuery: CarrierTypeListQuery,
    input: CarrierTypeInput,
    store: carrierTypeStore,
  }),
  switch: defineOperation({
    name: "carrierType.switch",
    kind: "mutation",
    permission: "editCarrierType",
    input: SwitchTypeInput,
    async run({ tx, locale, track }, { id, isEnabled }): Promise<CarrierTypeDto> {
      const changed = await carrierTypeStore.change(tx, locale, id, () => ({ isEnabled }));
      track({ customerId: PLATFORM_CUSTOMER_ID, ...changed });
      return changed.new;
    },
    audit: { entity: "carrierType", id: ({ id }) => id },
  }),
};

/** The types to choose from, named in the language of the request. */
export const lookUpCarrierTypes = defineOperation({
  name: "carrierType.lookUp",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  run: ({ db, locale }): Promise<CarrierTypeChoice[]> => findCarrierTypes(db, locale),
});
