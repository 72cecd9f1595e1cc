import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { joinPlaces, leavePlace, lookAtPlaces, type Places, takePlace } from "@/lib/health/places";
import { log } from "@/lib/log/log";
import { setMqttEndpoint, within } from "@/lib/mqtt/endpoint";
import { clientIdOf, OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "./mqtt";

/** A connection of its own, whose locks show the door and end with it; `lost` is aborted when it does. */
export type Lock = { connection: ReturnType<typeof postgres>; lost: AbortController };

/**
 * Connections that share what an outside broker has for us, whatever number of workers has them. Each has a name at which
 * the broker keeps messages while nobody is there, so the number must not change with that of the workers.
 */
export const PLACES = 16;

/** How often a worker looks whether it has its part. */
const TURN_MS = 2000;
/** A database that is silent for longer may have given the places to others by now. */
const ANSWER_SECONDS = 5;

/** How many places are this worker's part: all have the same, but for one. */
export const partOf = ({ workers, rank }: Pick<Places, "workers" | "rank">): number =>
  Math.floor(PLACES / workers) + (rank < PLACES % workers ? 1 : 0);

/**
 * Has this worker's part of the places open until `ending`, more or fewer as workers come and go. What one that died has
 * not acknowledged comes to whoever takes its places, because the broker keeps it under their names.
 */
export async function serveSharedSubscriptions(
  url: string,
  { connection, lost }: Lock,
  ending: AbortSignal,
  show: (isUp: boolean) => void,
): Promise<void> {
  const doors = new Map<number, OutsideBroker>();
  const tell = () => show([...doors.values()].some((door) => door.isUp));

  const open = (place: number) => {
    const door = OutsideBroker.start(url, endpointHandlers, tell, { clientId: clientIdOf(place), isShared: true });
    doors.set(place, door);
    // Commands go out through the first, so that one worker sends them.
    if (place === 1) setMqttEndpoint(door);
  };

  async function giveUp(place: number) {
    const door = doors.get(place);
    doors.delete(place);
    if (place === 1) setMqttEndpoint(null);
    await door?.close();
  }

  /** The last first: with the first place commands would change hands. */
  async function leave(count: number) {
    const leaving = [...doors.keys()].filter((place) => place !== 1).sort((a, b) => b - a);
    await Promise.all(leaving.slice(0, count).map((place) => giveUp(place).then(() => leavePlace(connection, place))));
  }

  async function take(count: number) {
    for (let place = 1, missing = count; place <= PLACES && missing > 0; place += 1) {
      if (doors.has(place) || !(await takePlace(connection, place))) continue;
      open(place);
      missing -= 1;
    }
  }

  log.info({ host: new URL(url).host }, "mqtt: an outside broker, shared");
  try {
    await joinPlaces(connection);
    while (!ending.aborted) {
      const places = await within(lookAtPlaces(connection), ANSWER_SECONDS, "the locks of the MQTT places").catch(
        () => null,
      );
      // A connection that came back has none of the locks, whatever it is told of others.
      if (ending.aborted) break;
      if (!places || [...doors.keys()].some((place) => !places.own.includes(place))) {
        log.warn("mqtt: the locks were lost, all places are left until they are taken again");
        return lost.abort();
      }
      const missing = partOf(places) - doors.size;
      if (missing > 0) await take(missing);
      if (missing < 0) await leave(-missing);
      await pause(TURN_MS, undefined, { signal: ending }).catch(() => {});
    }
  } finally {
    await Promise.all([...doors.keys()].map(giveUp));
  }
}
