import type { Db } from "@/db/client";
import { alarmCondition, geofence, geofenceEvent, geofenceTarget } from "@/db/schema";
import { retrace, startRetrace } from "@/features/geofence/crossing.rules";
import type { Area } from "@/features/geofence/geofence.rules";
import type { Track } from "./copy";
import recorded from "./munich-track.json";
import type { World } from "./world";

const FLEET = "ISAR02";
const TRIGGER = "transport";
/** The part of the tracks that is evaluated: the list of crossings shows recent ones. */
const JUDGED_MS = 7 * 86_400_000;
/** Margin in degrees around all tracks of the lorries. */
const MARGIN = 0.02;

type AreaPlan = { name: string; description: string; area: Area };

/** The delivery area of the lorries, which they do not leave, and the yard where each round begins. */
function areas(): [AreaPlan, AreaPlan] {
  const road = recorded.points as [seconds: number, longitude: number, latitude: number][];
  const longitudes = road.map(([, longitude]) => longitude);
  const latitudes = road.map(([, , latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes) - MARGIN, Math.max(...longitudes) + MARGIN];
  const [south, north] = [Math.min(...latitudes) - MARGIN, Math.max(...latitudes) + MARGIN];
  const [[, longitude, latitude]] = road as [[number, number, number]];
  return [
    {
      name: "Liefergebiet München",
      description: "Alle Touren des Nahverkehrs.",
      area: {
        shape: "polygon",
        points: [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ],
      },
    },
    {
      name: "Umschlagplatz Schwabing",
      description: "Beginn und Ende jeder Tour.",
      area: { shape: "circle", longitude, latitude, radiusMetres: 250 },
    },
  ];
}

/** Inserts the lorries' geofences, their crossings of the last days, and an alarm for leaving the delivery area. */
export async function insertGeofences(
  tx: Db,
  { customers, carriers }: World,
  tracks: readonly Track[],
  now: number,
): Promise<void> {
  const owner = customers.find(({ scenes }) => scenes.has(FLEET));
  const lorries = carriers.filter(({ plan, customer }) => customer === owner && plan.shift);
  const trigger = lorries.find(({ plan }) => plan.trigger === TRIGGER)?.trigger;
  if (!owner || !trigger) throw new Error(`no lorries at ${FLEET} with the alarm trigger ${TRIGGER}`);
  const from = now - JUDGED_MS;
  const [deliveryArea, yard] = areas();
  for (const { area, ...words } of [deliveryArea, yard]) {
    const shape =
      area.shape === "circle" ? area : { ...area, points: area.points.map(([x, y]): [number, number] => [x, y]) };
    const values = { ...words, ...shape, customerId: owner.id, judgedFrom: new Date(from) };
    const [made] = await tx.insert(geofence).values(values).returning({ id: geofence.id });
    const { id: geofenceId } = made as { id: number };
    await tx.insert(geofenceTarget).values({ geofenceId, sceneId: owner.scenes.get(FLEET) });
    if (area === deliveryArea.area)
      await tx
        .insert(alarmCondition)
        .values({ triggerId: trigger.id, kind: "geofence", crossing: "exit", geofenceId, delaySeconds: 600 });
    const crossings = lorries.flatMap(({ id: carrierId }) => {
      const fixes = tracks.find((track) => track.carrierId === carrierId)?.fixes ?? [];
      const judged = fixes.filter(({ at }) => at >= from);
      return retrace(startRetrace(false, []), area, judged, now).added.map(({ at, kind, longitude, latitude }) => ({
        ...{ customerId: owner.id, geofenceId, carrierId, kind, longitude, latitude },
        ...{ at: new Date(at), foundAt: new Date(at) },
      }));
    });
    if (crossings.length > 0) await tx.insert(geofenceEvent).values(crossings);
  }
}
