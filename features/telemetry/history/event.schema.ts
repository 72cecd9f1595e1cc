import type { AlarmSwitch, CarrierStatus } from "@/db/enums";

/** An event of a carrier or probe: status, alarm switch, mounting, marked readings. */
export type HistoryEventKind =
  | `status.${CarrierStatus}`
  | `alarm.${AlarmSwitch}`
  | "mounted"
  | "unmounted"
  | "marked"
  | "restored";

/** An event of the range, epoch ms; `until` if it has a duration. */
export type HistoryEvent = { kind: HistoryEventKind; at: number; until: number | null; name: string };

/** The newest events of the range; `isComplete` false: there are more. */
export type EventDto = { items: HistoryEvent[]; isComplete: boolean };
