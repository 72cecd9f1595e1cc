import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "@/db/client";
import { watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { noteUp } from "@/lib/queue/uptime";
import {
  exceptionsOf,
  type Fridge,
  fridgeWith,
  MINUTE,
  minute,
  owner,
  tick,
  useAlarmStories,
} from "../factories/alarm-scenarios";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

useAlarmStories();

const INTERVAL_SECONDS = 300;
/** Three report intervals, as shipped. */
const DEADLINE_MS = 3 * INTERVAL_SECONDS * 1000;

/** What happens at a minute of a day: a batch arrives, whose readings were taken when `taken` says, or the clock looks. */
type Event = { at: number; what: "look" } | { at: number; what: "arrival"; taken: number[] };

/** Silence by hand: at each look, the newest arrival by then and whether it is too long ago. */
function silencesByHand(events: readonly Event[]) {
  const silences: { startedAt: number; raisedAt: number; endedAt: number | null }[] = [];
  let heardAt: number | null = null;
  for (const { at, what } of events) {
    if (what === "arrival") heardAt = at;
    if (what === "arrival" || heardAt === null) continue;
    const open = silences.at(-1)?.endedAt === null ? silences.at(-1) : undefined;
    const isSilent = at - heardAt > DEADLINE_MS;
    if (isSilent && !open) silences.push({ startedAt: heardAt + DEADLINE_MS, raisedAt: at, endedAt: null });
    if (!isSilent && open) open.endedAt = heardAt;
  }
  return silences;
}

const told = async (fridge: Fridge) =>
  (await exceptionsOf(fridge))
    // What was retained and comes late is an exception of its own kind.
    .filter(({ kind }) => kind !== "retained")
    .map(({ kind, startedAt, raisedAt, endedAt }) => ({
      kind,
      startedAt: startedAt.getTime(),
      raisedAt: raisedAt.getTime(),
      endedAt: endedAt?.getTime() ?? null,
    }));

/** Of hours in which a device sends now and then, late and early readings alike, and is silent in between. */
const days = fc
  .array(
    fc.record({
      gap: fc.constantFrom(2, 5, 5, 14, 15, 16, 17, 40, 90),
      second: fc.nat(59),
      delays: fc.array(fc.integer({ min: -4, max: 600 }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 3, maxLength: 9 },
  )
  .map((arrivals): Event[] => {
    let count = 0;
    const sent = arrivals.map(({ gap, second, delays }): Event => {
      count += gap;
      const at = minute(count) + second * 1000;
      return { at, what: "arrival", taken: delays.map((delay, index) => at - delay * MINUTE - index) };
    });
    const looks = Array.from({ length: count + 30 }, (_, index): Event => ({ at: minute(index), what: "look" }));
    return [...sent, ...looks].sort((a, b) => a.at - b.at || (a.what === "arrival" ? -1 : 1));
  });

it("a day of arrivals gives the same silences whenever it is lived through, and those that follow by hand", async () => {
  await noteUp(db(), new Date(minute(-1)), 365 * 24 * 60 * MINUTE);
  let silences = 0;
  await fc.assert(
    fc.asyncProperty(days, async (events) => {
      const made = () =>
        fridgeWith([{ kind: "no-data", measure: "temperature" }], {
          device: { reportIntervalSeconds: INTERVAL_SECONDS },
        });
      const [alive, replayed] = [await made(), await made()];
      const live = async (fridge: Fridge, order: 1 | -1) => {
        for (const event of events) {
          if (event.what === "look") await tick(watchSilence as Parameters<typeof tick>[0], event.at);
          else {
            const readings = event.taken.map((at) => ({
              device: fridge.sensor.serialNumber,
              at,
              values: { temperature: 5 },
            }));
            if (order === -1) readings.reverse();
            await ingest(deviceContext(owner().id, new Date(event.at)), readings);
          }
        }
      };
      await live(alive, 1);
      // Nobody looks at it any more: the day is gone through again for the other one alone.
      const first = await told(alive);
      await db().$client`update device set use = 'deactivated' where id = ${alive.sensor.id}`;
      await live(replayed, -1);
      const expected = silencesByHand(events).map((one) => ({ kind: "no-data", ...one }));
      silences += expected.length;
      expect(first).toEqual(expected);
      expect(await told(replayed)).toEqual(expected);
      await db().$client`update device set use = 'deactivated' where id = ${replayed.sensor.id}`;
    }),
    { seed: 4, numRuns: longRuns(1, 3) },
  );
  expect(silences).toBeGreaterThan(2);
}, 120_000);
