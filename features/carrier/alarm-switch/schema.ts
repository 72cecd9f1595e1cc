import { z } from "zod";
import { ALARM_SWITCHES, type AlarmSwitch } from "@/db/enums";
import { optionalMultilineText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { REASON_LENGTH } from "./rules";

/** `from` is the position the caller saw: if it is no longer there, the call is refused instead of undoing another's. */
export const SwitchAlarmInput = z.strictObject({
  id: z.coerce.number().int().positive(),
  alarmSwitch: z.enum(ALARM_SWITCHES),
  pausedUntil: instant().nullish(),
  reason: optionalMultilineText(REASON_LENGTH),
  from: z.enum([...ALARM_SWITCHES, "none"]).optional(),
});

/** Where the switch stands now; `pausedUntil` in epoch ms. */
export type AlarmSwitchDto = { id: number; alarmSwitch: AlarmSwitch; pausedUntil: number | null };
