import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { acquirePlace, joinPlaces, leavePlace, lookAtPlaces, type Places } from "@/lib/health/places";
import { log } from "@/lib/log/log";
import { setMqttEndpoint, within } from "@/lib/mqtt/endpoint";
import { clientIdOf, OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "./mqtt";

/** A separate connection, whose locks represent the endpoint and end with it; `lost` is aborted when it ends. */
export type Lock = { connection: ReturnType<typeof postgres>; lost: AbortController };

/**
 * Number of connections that share an external broker's messages, independent of the number of workers: the broker
 * queues messages under each connection's name while it is away, so the names must not change with the workers.
 */
export const PLACES = 16;

/** How often a worker checks its share. */
const TURN_MS = 2000;
/** If the database does not respond for longer, it may have given the slots to other workers. */
const ANSWER_SECONDS = 5;

/** The number of slots of this worker: shares differ by at most one. */
export const partOf = ({ workers, rank }: Pick<Places, "workers" | "rank">): number =>
  Math.floor(PLACES / workers) + (rank < PLACES % workers ? 1 : 0);

/**
 * Keeps this worker's share of the slots open until `ending`, more or fewer as workers come and go. Messages that a
 * dead worker has not acknowledged go to the worker that takes its slots, as the broker queues them under their names.
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
    // Commands are sent through the first slot, so that one worker sends them.
    if (place === 1) setMqttEndpoint(door);
  };

  async function giveUp(place: number) {
    const door = doors.get(place);
    doors.delete(place);
    if (place === 1) setMqttEndpoint(null);
    await door?.close();
  }

  /** Closes the last first: with the first slot, the sender of commands would change. */
  async function leave(count: number) {
    const leaving = [...doors.keys()].filter((place) => place !== 1).sort((a, b) => b - a);
    await Promise.all(leaving.slice(0, count).map((place) => giveUp(place).then(() => leavePlace(connection, place))));
  }

  async function take(count: number) {
    for (let place = 1, missing = count; place <= PLACES && missing > 0; place += 1) {
      if (doors.has(place) || !(await acquirePlace(connection, place))) continue;
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
      // A reopened connection has none of the locks.
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
