import { queryOptions } from "@tanstack/react-query";
import type { CarrierType } from "@/db/enums";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { callService } from "@/lib/http/call-service";
import { useLive, useLiveRefresh, useWatched } from "@/lib/live/use-live";
import { attributesOf } from "./carrier.rules";
import type { CarrierDto } from "./carrier.schema";
import type { PointStore } from "./monitoring/monitoring.client";

export const CARRIER_PATH = "/service/carrier";

export const carrierKeys = { all: ["carrier"], detail: (id: number) => ["carrier", "detail", id] } as const;

export const carrierQuery = (id: number) =>
  queryOptions({
    queryKey: carrierKeys.detail(id),
    queryFn: ({ signal }) => callService<CarrierDto>(`${CARRIER_PATH}/${id}`, { signal }),
    // The form starts from the stored values, not from a cached answer.
    gcTime: 0,
  });

/** Updates a page's values from the live stream; refreshes the rows after an alarm, switch or form changed one. */
export function useFollow(store: PointStore, now: number, refresh: () => void): void {
  useWatched(store.ids, now);
  useLive<LiveReading[]>("reading", (readings) => void store.takeReadings(readings));
  useLiveRefresh(refresh, { concerns: ({ carrierId }) => Boolean(carrierId && store.read(carrierId)) });
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();
/** A number field: null if empty. Text that is not a number is returned unchanged; the schema reports it. */
const number = (form: FormData, name: string) => {
  const typed = text(form, name);
  if (typed === "") return null;
  return Number.isNaN(Number(typed)) ? typed : Number(typed);
};
const id = (form: FormData, name: string) => text(form, name) || null;

/** The ranges selected in a form, from fields named like `zone.temperature`. */
export const zonesOf = (form: FormData) =>
  [...form.entries()].flatMap(([name, value]) =>
    name.startsWith("zone.") && value !== "" ? [{ measure: name.slice("zone.".length), zoneId: String(value) }] : [],
  );

function attributesIn(form: FormData, type: CarrierType): Record<string, unknown> {
  const values = attributesOf(type).map(
    ([name, { kind }]) =>
      [name, kind === "text" ? text(form, `attributes.${name}`) : number(form, `attributes.${name}`)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== null && value !== ""));
}

/** The form's values before validation. */
export function valuesOf(form: FormData, type: CarrierType): Record<string, unknown> {
  const names = form.getAll("extension.name").map(String);
  const values = form.getAll("extension.value").map(String);
  return {
    type,
    name: text(form, "name"),
    sceneId: text(form, "sceneId"),
    carrierTypeId: id(form, "carrierTypeId"),
    description: text(form, "description"),
    alarmTriggerId: id(form, "alarmTriggerId"),
    mode: text(form, "mode"),
    workMode: text(form, "workMode"),
    bearingType: text(form, "bearingType") || null,
    longitude: number(form, "longitude"),
    latitude: number(form, "latitude"),
    isTraceable: form.has("isTraceable"),
    isGpsOn: form.has("isGpsOn"),
    extension: names.map((name, index) => ({ name, value: values[index] ?? "" })),
    attributes: attributesIn(form, type),
    zones: zonesOf(form),
  };
}
