import type { AlarmSwitch, CarrierStatus } from "@/db/enums";

/** What happened at a place or to a probe: its status, its alarm switch, what hung there, what was marked. */
export type HistoryEventKind =
  | `status.${CarrierStatus}`
  | `alarm.${AlarmSwitch}`
  | "mounted"
  | "unmounted"
  | "marked"
  | "restored";

/** An event of the range, epoch ms; `until` where it is about a span. */
export type HistoryEvent = { kind: HistoryEventKind; at: number; until: number | null; name: string };

/** The newest events of the range; `isComplete` false: there are more. */
export type EventDto = { items: HistoryEvent[]; isComplete: boolean };
