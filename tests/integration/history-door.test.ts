import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrierZone, zone } from "@/db/schema";
import { getHistory, getView } from "@/features/telemetry/history/history.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FROM = Date.UTC(2025, 9, 24, 8);
const TO = FROM + 10 * HOUR_MS;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let reader: OperationContext;

beforeAll(async () => {
  owner = await makeCustomer(db(), { timeZone: "Europe/Madrid" });
  reader = await accountContext(db(), await makeUser(db(), owner.id), { now: new Date(TO + 24 * HOUR_MS) });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const makeDoor = () => makeFridge(db(), owner, { measures: ["door"] });
async function send(device: string, all: readonly { at: number; value: number }[]) {
  const raw = all.map(({ at, value }) => ({ device, at, values: { door: value } }));
  expect(await ingest(deviceContext(owner.id), raw)).toMatchObject({ accepted: all.length, rejected: [] });
}
const ask = (probeId: number | undefined, points: string) => ({
  ...{ probeIds: String(probeId), points },
  ...{ from: new Date(FROM).toISOString(), to: new Date(TO).toISOString() },
});

describe("the series of a door", () => {
  const opened = { from: FROM + 2 * HOUR_MS + 30_000, to: FROM + 2 * HOUR_MS + 2 * MINUTE_MS };

  it("gives the share of the time in which it was open, whatever the number of readings", async () => {
    const { sensor, probes } = await makeDoor();
    const beats = Array.from({ length: 120 }, (_, index) => ({ at: FROM + index * 5 * MINUTE_MS, value: 0 }));
    await send(sensor.serialNumber, [...beats, { at: opened.from, value: 1 }, { at: opened.to, value: 0 }]);
    const { series, bucketSeconds } = await getHistory.call(reader, ask(probes.door, "10"));
    expect(bucketSeconds).toBe(3600);
    const hours = Array.from({ length: 10 }, (_, hour) => FROM + hour * HOUR_MS);
    const isOpen = (at: number) => at === FROM + 2 * HOUR_MS;
    expect(series[0]?.at).toEqual(hours);
    expect(series[0]?.min).toEqual(hours.map(() => 0));
    expect(series[0]?.max).toEqual(hours.map((at) => (isOpen(at) ? 1 : 0)));
    hours.forEach((at, index) => {
      expect(series[0]?.mean[index]).toBeCloseTo(isOpen(at) ? 90 / 3600 : 0, 9);
    });
  });

  it("holds its last state where no reading lies", async () => {
    const { sensor, probes } = await makeDoor();
    const values = [0, 1, 1, 1, 0, 0].map((value, hour) => ({ at: FROM + hour * HOUR_MS, value }));
    await send(sensor.serialNumber, values);
    const raw = await getHistory.call(reader, ask(probes.door, "20"));
    expect(raw).toMatchObject({ bucketSeconds: 0, series: [{ mean: values.map(({ value }) => value) }] });
    const more = Array.from({ length: 30 }, (_, index) => ({ at: FROM + (index + 1) * 1000, value: 0 }));
    await send(sensor.serialNumber, more);
    const { series, bucketSeconds } = await getHistory.call(reader, ask(probes.door, "20"));
    expect(bucketSeconds).toBe(1800);
    expect(series[0]?.mean).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 0, 0]);
  });
});

it("a probe has the name of its range, and none where a trigger gives the limits", async () => {
  const { carrier, probes } = await makeFridge(db(), owner, { measures: ["temperature", "humidity"] });
  const range = { customerId: owner.id, name: "Vaccines", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  await db()
    .insert(carrierZone)
    .values({ carrierId: carrier.id, measure: "temperature", zoneId: row?.id as number });
  const view = await getView.call(reader, ask(probes.temperature, "10") as never);
  expect(view.probes[0]).toMatchObject({ minimum: 2, maximum: 8, rangeName: "Vaccines" });
  const humidity = await getView.call(reader, ask(probes.humidity, "10") as never);
  expect(humidity.probes[0]?.rangeName).toBeNull();
});
