import { z } from "zod";
import { ALARM_SWITCHES, type AlarmSwitch } from "@/db/enums";
import { REASON_LENGTH } from "./rules";

/** `from` is the position the caller saw: if it is no longer there, the call is refused instead of undoing another's. */
export const SwitchAlarmInput = z.strictObject({
  id: z.coerce.number().int().positive(),
  alarmSwitch: z.enum(ALARM_SWITCHES),
  pausedUntil: z.iso.datetime({ offset: true }).nullish(),
  reason: z.string().trim().max(REASON_LENGTH).default(""),
  from: z.enum([...ALARM_SWITCHES, "none"]).optional(),
});

/** Where the switch stands now; `pausedUntil` in epoch ms. */
export type AlarmSwitchDto = { id: number; alarmSwitch: AlarmSwitch; pausedUntil: number | null };
