import { z } from "zod";
import type { ForwardEvent } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import type { ForwardDto } from "../schema";
import { type ForwardCondition, TRAFFIC_HOURS } from "./rules";

/** How far behind a target is, and what happened last. */
export type ForwardStateDto = {
  condition: ForwardCondition;
  /** Values and exceptions that wait; of a very long backlog only its beginning is counted. */
  waiting: number;
  /** Since when the oldest of them waits; null if nothing does. */
  waitingSince: string | null;
  connectedAt: string | null;
  lastSuccessAt: string | null;
  /** Key of the last failure's text; null if there was none. */
  errorCode: string | null;
  errorDetail: string;
  errorAt: string | null;
  failures: number;
  /** When it is tried again, while it fails. */
  nextTryAt: string | null;
  /** What is being sent again, and how far that is. */
  replay: { from: string; until: string; at: string } | null;
};

export const ForwardTrafficQuery = z.strictObject({
  id: recordId(),
  hours: z.coerce
    .number()
    .pipe(z.union(TRAFFIC_HOURS.map((hours) => z.literal(hours))))
    .default(24),
});

export type TrafficHour = {
  hour: string;
  messages: number;
  readings: number;
  exceptions: number;
  bytes: number;
  failures: number;
};

export type ForwardEventDto = { id: number; kind: ForwardEvent; errorCode: string | null; detail: string; at: string };

/** What the window of a platform shows. */
export type ForwardPlatformDto = {
  target: ForwardDto & { customerName: string };
  state: ForwardStateDto;
  hours: (typeof TRAFFIC_HOURS)[number];
  traffic: TrafficHour[];
  events: ForwardEventDto[];
};

/** Send again what was measured since an instant. */
export const ReplayInput = z.strictObject({
  id: recordId(),
  from: z.union([z.iso.datetime({ offset: true }), z.number().int()]).transform((value) => new Date(value)),
});

/** What became of a test message. */
export type ForwardTestDto = { ok: boolean; elapsedMs: number; errorCode: string | null; errorDetail: string };
