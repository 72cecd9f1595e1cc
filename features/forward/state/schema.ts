import { z } from "zod";
import type { ForwardEvent } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import type { ForwardDto, ForwardStateDto } from "../forward.schema";
import { TRAFFIC_HOURS } from "./rules";

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

/** Content of the target's window. */
export type ForwardPlatformDto = {
  target: ForwardDto & { customerName: string };
  state: ForwardStateDto;
  hours: (typeof TRAFFIC_HOURS)[number];
  traffic: TrafficHour[];
  events: ForwardEventDto[];
};

/** Start of a replay. */
export const ReplayInput = z.strictObject({
  id: recordId(),
  from: instantMs().transform((value) => new Date(value)),
});

/** Result of a test message. */
export type ForwardTestDto = { ok: boolean; elapsedMs: number; errorCode: string | null; errorDetail: string };
