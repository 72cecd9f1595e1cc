import "server-only";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { defineOperation } from "@/lib/operation/define-operation";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { assertGroups } from "./plan.operations";
import { insertTrigger } from "./standard.data";
import { standardConditions } from "./standard.rules";
import { StandardTriggerInput, type TriggerDto } from "./standard.schema";

/** Creates a trigger with common defaults: the carriers' own ranges, no-data, and the notified groups. */
export const createStandardTrigger = defineOperation({
  name: "alarmTrigger.createStandard",
  kind: "mutation",
  permission: "newAlarmTrigger",
  input: StandardTriggerInput,
  async run(
    ctx,
    { customerId: wanted, measures, delaySeconds, contactGroupId, contactGroupIds, ...input },
  ): Promise<TriggerDto> {
    const { customerId } = resolveWriteTarget(ctx, { customerId: wanted });
    await lockActiveCustomer(ctx.tx, customerId);
    const several = contactGroupIds.map((id, index) => ({ id, path: `contactGroupIds.${index}` }));
    await assertGroups(ctx, customerId, [{ id: contactGroupId, path: "contactGroupId" }, ...several]);
    const groupIds = [...new Set([...(contactGroupId === null ? [] : [contactGroupId]), ...contactGroupIds])];
    const conditions = standardConditions(measures, delaySeconds);
    const made = await insertTrigger(ctx.tx, { ...input, customerId, groupIds }, conditions);
    ctx.audit({ customerId, new: { ...made, contactGroupIds: groupIds, conditions } });
    return made;
  },
  audit: { entity: "alarmTrigger", id: ({ id }) => id },
});
