import "server-only";
import type { DeviceEvent } from "@/features/telemetry/live/schema";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { defineOperation } from "@/lib/operation/define-operation";
import { lockCarrier, saveSwitch } from "./data";
import { switched } from "./rules";
import { type AlarmSwitchDto, SwitchAlarmInput } from "./schema";

/** Switches a carrier's alarm on, off, or off until a time. Every change is logged with its reason. */
export const switchAlarm = defineOperation({
  name: "carrier.switchAlarm",
  kind: "mutation",
  permission: "switchCarrier",
  input: SwitchAlarmInput,
  async run({ tx, scope, actor, now, track, afterCommit }, input): Promise<AlarmSwitchDto> {
    const { id, reason } = input;
    const before = await lockCarrier(tx, scope, id);
    const pausedUntil = input.pausedUntil ? Date.parse(input.pausedUntil) : null;
    const after = switched(before, { to: input.alarmSwitch, pausedUntil, reason, from: input.from }, now.getTime());
    const userId = actor.type === "user" ? actor.principal.user.id : null;
    await saveSwitch(tx, before, { ...after, reason, userId, at: now });
    track({ customerId: before.customerId, old: audited(before), new: audited(after), reason: reason || undefined });
    afterCommit(() => announce(before.customerId, id));
    return { id, ...after };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

const audited = ({ alarmSwitch, pausedUntil }: Pick<AlarmSwitchDto, "alarmSwitch" | "pausedUntil">) => ({
  alarmSwitch,
  alarmPausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
});

/** Tells the open consoles; the switch is set whether they hear it or not. */
async function announce(customerId: number, carrierId: number): Promise<void> {
  const data: DeviceEvent = { change: "alarmSwitch", carrierId };
  try {
    await liveBus().publish([{ type: "device", customerId, carrierId, data }]);
  } catch (error) {
    log.warn({ err: error, carrierId }, "the alarm is switched, but that could not be announced");
  }
}
