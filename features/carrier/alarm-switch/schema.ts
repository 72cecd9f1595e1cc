import { z } from "zod";
import { ALARM_SWITCHES, type AlarmSwitch } from "@/db/enums";
import { optionalMultilineText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { REASON_LENGTH } from "./rules";

/** `from` is the position the caller saw; if it has changed since, the call is refused. */
export const SwitchAlarmInput = z.strictObject({
  id: z.coerce.number().int().positive(),
  alarmSwitch: z.enum(ALARM_SWITCHES),
  pausedUntil: instant().nullish(),
  reason: optionalMultilineText(REASON_LENGTH),
  from: z.enum([...ALARM_SWITCHES, "none"]).optional(),
});

/** The current switch position; `pausedUntil` in epoch ms. */
export type AlarmSwitchDto = { id: number; alarmSwitch: AlarmSwitch; pausedUntil: number | null };
