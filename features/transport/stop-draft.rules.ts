import type { StopDto } from "./transport.schema";

type Choice = { id: number; label: string };

/** A stop of a form; `key` stays when it is moved. `carrier` null: that of the stop before. */
export type StopDraft = {
  key: number;
  name: string;
  geofence: Choice | null;
  carrier: Choice | null;
  saved: StopDto | null;
};

/** The stops of a form: those of a transport, or an empty origin and destination. */
export function draftsOf(stops: readonly StopDto[] | undefined, hiddenName: string): StopDraft[] {
  if (!stops) return [0, 1].map((key) => ({ key, name: "", geofence: null, carrier: null, saved: null }));
  return stops.map((saved, key) => {
    const { name, geofenceId, geofenceName, carrier } = saved;
    const isSame = key > 0 && carrier?.id === stops[key - 1]?.carrier?.id;
    return {
      ...{ key, name, saved },
      geofence: geofenceId === null ? null : { id: geofenceId, label: geofenceName ?? "" },
      carrier: carrier && !isSame ? { id: carrier.id, label: carrier.name ?? hiddenName } : null,
    };
  });
}

/** The carriers stay where they change; what is moved are the places. */
const withCarriersOf = (stops: readonly StopDraft[], carriers: readonly StopDraft[]): StopDraft[] =>
  stops.map((stop, place) => ({ ...stop, carrier: carriers[place]?.carrier ?? null }));

/** With another stop before the destination. */
export function withStop(stops: readonly StopDraft[]): StopDraft[] {
  const key = Math.max(...stops.map((stop) => stop.key)) + 1;
  return stops.toSpliced(-1, 0, { key, name: "", geofence: null, carrier: null, saved: null });
}

/** Without the stop at a place. The first carrier stays, whichever stop is the origin. */
export function withoutStop(stops: readonly StopDraft[], place: number): StopDraft[] {
  const carriers = stops.toSpliced(place === 0 ? 1 : place, 1);
  return withCarriersOf(stops.toSpliced(place, 1), carriers);
}

/** With the stop of a place one place earlier. */
export function raised(stops: readonly StopDraft[], place: number): StopDraft[] {
  const [before, stop] = [stops[place - 1], stops[place]];
  if (!before || !stop) return [...stops];
  return withCarriersOf(stops.with(place - 1, stop).with(place, before), stops);
}
