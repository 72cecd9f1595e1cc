import type { TransportState } from "@/db/transport-enums";
import { nextStopOf, standingAt } from "./transport.rules";
import type { StopDto } from "./transport.schema";

/** What a person does with a transport, in the order of its life. */
export const ACTS = ["load", "depart", "arrive", "close", "cancel"] as const;
export type Act = (typeof ACTS)[number];

type Standing = { state: TransportState; stops: readonly StopDto[] };

/** The acts that are possible now, the most likely one first. */
export function actsOf({ state, stops }: Standing): Act[] {
  if (state === "planned") return ["load", "depart", "cancel"];
  if (state === "loading") return ["depart", "cancel"];
  if (state === "arrived") return ["close"];
  if (state !== "underway") return [];
  if (standingAt(stops, state) !== null) return ["depart", "close"];
  return [...(nextStopOf(stops) === null ? [] : ["arrive" as const]), "close"];
}

/** The stops that can be reached next. */
export function reachableStops(stops: readonly StopDto[]): StopDto[] {
  const next = nextStopOf(stops);
  return next === null ? [] : stops.slice(next);
}
