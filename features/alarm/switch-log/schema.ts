import { z } from "zod";
import { ALARM_SWITCHES, type AlarmSwitch, type CarrierType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** Newest first, always. `q` is a part of the carrier's name or of the reason. */
export const SwitchLogListQuery = listQuery({
  sort: ["at"],
  dir: "desc",
  pageSize: 20,
  filters: {
    customerId: recordId().optional(),
    from: instant().optional(),
    to: instant().optional(),
    /** Where the switch was put. */
    position: z.enum(ALARM_SWITCHES).optional(),
    /** A part of the name of whoever switched. */
    operator: lineText(100).optional(),
    carrierId: recordId().optional(),
  },
}).superRefine(checkSpan);
export type SwitchLogListQuery = z.output<typeof SwitchLogListQuery>;

/** Who switched which carrier's alarm from where to where, until when, and why. */
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
  /** A pause ended at its time. */
  isBySystem: boolean;
  /** Null: the system did it, or another system with an API key. */
  operator: { username: string; name: string } | null;
};
