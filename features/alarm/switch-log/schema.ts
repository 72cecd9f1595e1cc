import { z } from "zod";
import { ALARM_SWITCHES, type AlarmSwitch, type CarrierType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** Always newest first. `q` matches part of the carrier's name or of the reason. */
export const SwitchLogListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  filters: {
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
    /** The new position of the switch. */
    position: z.enum(ALARM_SWITCHES).optional(),
    /** Part of the name of the user who switched. */
    operator: lineText(100).optional(),
    carrierId: recordId().optional(),
  },
}).superRefine(checkSpan);
export type SwitchLogListQuery = z.output<typeof SwitchLogListQuery>;

/** A change of an alarm switch: carrier, user, old and new position, end of a pause, reason. */
export type SwitchLogDto = {
  id: number;
  at: string;
  customerId: number;
  customerName: string;
  carrier: { id: number; name: string; type: CarrierType };
  from: AlarmSwitch;
  to: AlarmSwitch;
  /** The end of a pause. */
  pausedUntil: string | null;
  reason: string;
  /** A pause that ended on schedule. */
  isBySystem: boolean;
  /** Null: the product itself, or another system with an API key. */
  operator: { username: string; name: string } | null;
};
