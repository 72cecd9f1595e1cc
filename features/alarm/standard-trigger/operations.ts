import "server-only";
import { holdActiveCustomer } from "@/lib/auth/hold-customer";
import { defineOperation } from "@/lib/operation/define-operation";
import { landing } from "@/lib/resource/table-store";
import { assertGroups } from "../plan/operations";
import { insertTrigger } from "./data";
import { standardConditions } from "./rules";
import { StandardTriggerInput, type TriggerDto } from "./schema";

/** Makes a trigger as most carriers need it: their own ranges, silence, and one group that is told. */
export const createStandardTrigger = defineOperation({
  name: "alarmTrigger.createStandard",
  kind: "mutation",
  permission: "newAlarmTrigger",
  input: StandardTriggerInput,
  async run(ctx, { customerId: wanted, measures, delaySeconds, ...input }): Promise<TriggerDto> {
    const { customerId } = landing(ctx, { customerId: wanted });
    await holdActiveCustomer(ctx.tx, customerId);
    await assertGroups(ctx, customerId, [{ id: input.contactGroupId, path: "contactGroupId" }]);
    const conditions = standardConditions(measures, delaySeconds);
    const made = await insertTrigger(ctx.tx, { ...input, customerId }, conditions);
    ctx.track({ customerId, new: { ...made, contactGroupId: input.contactGroupId, conditions } });
    return made;
  },
  audit: { entity: "alarmTrigger", id: ({ id }) => id },
});
