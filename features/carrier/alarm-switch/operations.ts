import "server-only";
import { lockActiveOwners } from "@/lib/auth/lock-customer";
import { holds } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { permit, publishChange } from "../access.service";
import { lockCarrier, saveSwitch } from "./data";
import { switched } from "./rules";
import { type AlarmSwitchDto, SwitchAlarmInput } from "./schema";

/** Switches a carrier's alarm on, off, or off until a time. Every change is logged with its reason. */
export const switchAlarm = defineOperation({
  name: "carrier.switchAlarm",
  kind: "mutation",
  permission: "switchCarrier",
  input: SwitchAlarmInput,
  async run(ctx, input): Promise<AlarmSwitchDto> {
    const { tx, scope, actor, now, audit, afterCommit } = ctx;
    const { id, reason } = input;
    if (input.alarmSwitch !== "off") await lockActiveOwners(tx, scope, "carrier", [id], "alarmSwitch");
    const before = await lockCarrier(tx, scope, id);
    // The live list shows every type; without its permission, the actor must be able to view the carrier's type.
    if (!holds(ctx, "viewMonitorPointRealTime")) permit(ctx, "view", before.type);
    const pausedUntil = input.pausedUntil ? Date.parse(input.pausedUntil) : null;
    const after = switched(before, { to: input.alarmSwitch, pausedUntil, reason, from: input.from }, now.getTime());
    const userId = actor.type === "user" ? actor.principal.user.id : null;
    await saveSwitch(tx, before, { ...after, reason, userId, at: now });
    audit({
      customerId: before.customerId,
      old: auditSnapshotOfSwitch(before),
      new: auditSnapshotOfSwitch(after),
      reason: reason || undefined,
    });
    afterCommit(() => publishChange([before], "alarmSwitch"));
    return { id, ...after };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** The audit snapshot of an alarm switch. */
export const auditSnapshotOfSwitch = ({
  alarmSwitch,
  pausedUntil,
}: Pick<AlarmSwitchDto, "alarmSwitch" | "pausedUntil">) => ({
  alarmSwitch,
  alarmPausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
});
