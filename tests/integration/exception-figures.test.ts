import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { listExceptions } from "@/features/exception/exception.operations";
import { storeFigures } from "@/features/exception/figures/figures.jobs";
import { sumHours } from "@/features/observation/observation.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

type Fridge = Awaited<ReturnType<typeof makeFridge>>;
type Reading = readonly [minutes: number, value: number];

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 2);
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let viewer: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  owner = await makeCustomer(db());
  viewer = await signedInAs(owner.id, { permissions: ["viewEx"] });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const make = () => makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });

const send = (fridge: Fridge, readings: readonly Reading[]) =>
  ingest(
    deviceContext(owner.id),
    readings.map(([minutes, temperature]) => ({
      device: fridge.sensor.serialNumber,
      at: START + minutes * MINUTE_MS,
      values: { temperature },
    })),
  );

const job = () => ({
  db: db(),
  now: new Date(),
  attempt: 1,
  maximumAttempts: 1,
  signal: new AbortController().signal,
});
const store = () => storeFigures.run({}, job());

/** What the list shows of a fridge's exceptions, oldest first. */
async function shown(fridge: Fridge) {
  const query = { carrierId: fridge.carrier.id, sort: "startedAt", dir: "asc", iDisplayLength: 100 } as const;
  const { items } = await listExceptions.call({ ...viewer, now: new Date() }, query);
  return items.map(({ mean, degreeMinutes, meanKineticTemperature, observedSeconds, figuresAt, endedAt, ...item }) => ({
    refusal: item.kineticRefusal,
    figures: [mean, degreeMinutes, meanKineticTemperature, observedSeconds].map((figure) =>
      figure === null ? null : Number(figure.toPrecision(9)),
    ),
    isStored: figuresAt !== null,
    isOver: endedAt !== null,
  }));
}

/** Does to a fridge's readings what their retention does. */
async function drop(fridge: Fridge) {
  const probeId = fridge.probes.temperature as number;
  await db().$client`delete from reading where probe_id = ${probeId}`;
  await db().$client`delete from reading_hour where probe_id = ${probeId}`;
}

describe("stored figures", () => {
  it("are those that were shown while there were readings, gaps included", async () => {
    const fridge = await make();
    // Ten minutes at 10 °C, then nothing for an hour, then five at 12 °C.
    await send(fridge, [
      [0, 5],
      [5, 10],
      [10, 10],
      [15, 10],
      [75, 12],
      [80, 5],
    ]);
    await store();
    const [before] = await shown(fridge);
    expect(before).toEqual({
      refusal: "incomplete",
      figures: [expect.closeTo(32 / 3, 6), 40, null, 900],
      isStored: false,
      isOver: true,
    });
    await drop(fridge);
    const [after] = await shown(fridge);
    expect(after).toEqual({ ...before, isStored: true });
  });

  it("are the shown ones whatever the readings are, and however they arrive", async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(2, 5, 9) },
      fc.constantFrom(11, 20, 25, 90, 200, 400),
    );
    const value = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(9, 12.5, 30, 1) }, fc.constantFrom(5, 7));
    const series = fc
      .array(fc.record({ step, value, rank: fc.nat() }), { minLength: 4, maxLength: 40 })
      .map((steps) => {
        let minutes = 0;
        return steps.map(({ step: gap, value: temperature, rank }) => {
          minutes += gap;
          return { reading: [minutes, temperature] as const, rank };
        });
      });
    await fc.assert(
      fc.asyncProperty(series, fc.integer({ min: 1, max: 12 }), fc.boolean(), async (samples, size, isSummed) => {
        const fridge = await make();
        const order = samples.toSorted((a, b) => a.rank - b.rank).map(({ reading }) => reading);
        // What is stored after each batch is out of date with the next.
        for (let index = 0; index < order.length; index += size) {
          await send(fridge, order.slice(index, index + size));
          await store();
        }
        if (isSummed) await sumHours.run({}, job());
        const before = (await shown(fridge)).filter(({ isOver }) => isOver);
        expect(before.filter(({ isStored }) => isStored)).toEqual([]);
        await drop(fridge);
        const after = (await shown(fridge)).filter(({ isOver }) => isOver);
        expect(after).toEqual(before.map((one) => ({ ...one, isStored: true })));
      }),
      { numRuns: longRuns(5, 20) },
    );
  }, 240_000);

  it("of an exception that lasts are those of the day before at the latest", async () => {
    const fridge = await make();
    const ago = (minutes: number) => (Date.now() - START) / MINUTE_MS - minutes;
    await send(fridge, [
      [ago(30), 10],
      [ago(25), 10],
      [ago(20), 10],
    ]);
    await store();
    await drop(fridge);
    const [lasting] = await shown(fridge);
    expect(lasting).toMatchObject({ isStored: true, isOver: false, refusal: "incomplete" });
    // Twenty minutes after the last reading nothing is known any more.
    expect(lasting?.figures).toEqual([10, 20, null, 600]);
  });

  it("stay as they are where their readings are gone, whatever arrives beside them", async () => {
    const fridge = await make();
    await send(fridge, [
      [0, 5],
      [5, 10],
      [10, 5],
    ]);
    await store();
    await drop(fridge);
    const before = await shown(fridge);
    await send(fridge, [[20, 5]]);
    await db()
      .$client`update exception set figures_due_at = now() where probe_id = ${fridge.probes.temperature as number}`;
    await store();
    expect(await shown(fridge)).toEqual(before);
  });
});
