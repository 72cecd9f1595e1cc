import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { mounting } from "@/db/schema";
import { judgeLots } from "@/features/lot/exposure.service";
import { listConcernedLots, listLotsIn } from "@/features/lot/verdict.operations";
import { sumHours } from "@/features/observation/observation.jobs";
import { HOUR_MS } from "@/features/observation/observation.rules";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { makeException } from "../contract/access-world";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 2);
const NOW = new Date(START + 60 * HOUR_MS);
const at = (hours: number) => new Date(START + hours * HOUR_MS);
const caller = { db: db(), now: NOW };

type Fridge = Awaited<ReturnType<typeof makeFridge>>;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  owner = await makeCustomer(db());
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** A fridge whose sensor reports every five minutes: the value of each hour; null is silence. */
async function fridgeWith(valueAt: (hour: number) => number | null, hours = 60): Promise<Fridge> {
  const fridge = await makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });
  await report(fridge.sensor.serialNumber, valueAt, hours);
  return fridge;
}

async function report(device: string, valueAt: (hour: number) => number | null, hours = 60) {
  const readings = Array.from({ length: hours * 12 }, (_, index) => index / 12).flatMap((hour) => {
    const temperature = valueAt(hour);
    return temperature === null ? [] : [{ device, at: START + Math.round(hour * HOUR_MS), values: { temperature } }];
  });
  expect(await ingest({ ...deviceContext(owner.id), now: NOW }, readings)).toMatchObject({ rejected: [] });
}

const sum = () =>
  sumHours.run({}, { db: db(), now: NOW, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });

const verdictOf = async (lotId: number, now = NOW) => {
  const judged = (await judgeLots({ ...caller, now }, [lotId])).get(lotId);
  if (!judged) throw new Error("not judged");
  return judged.verdict;
};
const minutesOf = (ms: number | null | undefined) => Math.round((ms ?? 0) / MINUTE_MS);
/** 5 °C, and 10 °C from hour 10 for so many minutes. */
const warmFor = (minutes: number) => (hour: number) => (hour >= 10 && hour < 10 + minutes / 60 ? 10 : 5);

describe("a lot's verdict", () => {
  it("counts what it went through where it stood, and only while it stood there", async () => {
    const warm = await fridgeWith(warmFor(90));
    const cool = await fridgeWith(() => 5);
    const product = await makeProduct(db(), owner.id);
    const whole = await makeLot(db(), product, [{ carrierId: warm.carrier.id, placedAt: at(0) }]);
    const moved = await makeLot(db(), product, [
      { carrierId: warm.carrier.id, placedAt: at(0), removedAt: at(10.5) },
      { carrierId: cool.carrier.id, placedAt: at(10.5) },
    ]);
    for (const done of [false, true]) {
      if (done) await sum();
      const [first, second] = [await verdictOf(whole.id), await verdictOf(moved.id)];
      expect(first).toMatchObject({ state: "usable", reasons: [] });
      expect(minutesOf(first.budget[0]?.usedMs)).toBe(90);
      expect(first.excursions).toMatchObject([{ from: at(10).getTime(), to: at(11.5).getTime(), extreme: 10 }]);
      expect(minutesOf(second.budget[0]?.usedMs)).toBe(30);
      expect(second.unobserved.totalMs).toBe(0);
    }
  });

  it("adds up over carriers, and is not usable beyond the budget", async () => {
    const first = await fridgeWith(warmFor(90));
    const second = await fridgeWith((hour) => (hour >= 30 && hour < 31 ? 12 : 5));
    const lot = await makeLot(db(), await makeProduct(db(), owner.id), [
      { carrierId: first.carrier.id, placedAt: at(0), removedAt: at(20) },
      { carrierId: second.carrier.id, placedAt: at(20) },
    ]);
    const verdict = await verdictOf(lot.id);
    expect(verdict).toMatchObject({ state: "notUsable", reasons: ["overBudget"] });
    expect(minutesOf(verdict.budget[0]?.usedMs)).toBe(150);
    expect(verdict.budget[0]?.parts).toHaveLength(2);
  });

  it("takes the worst of several probes, and the other one where the first was silent", async () => {
    const fridge = await fridgeWith((hour) => (hour >= 12 && hour < 14 ? null : warmFor(30)(hour)));
    const { sensor, probes } = await makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });
    await db()
      .delete(mounting)
      .where(eq(mounting.probeId, probes.temperature as number));
    await db()
      .insert(mounting)
      .values({
        customerId: owner.id,
        probeId: probes.temperature as number,
        carrierId: fridge.carrier.id,
        mountedAt: at(-1),
      });
    await report(sensor.serialNumber, (hour) => (hour >= 12.5 && hour < 13 ? 9 : 5));
    const lot = await makeLot(db(), await makeProduct(db(), owner.id), [
      { carrierId: fridge.carrier.id, placedAt: at(0) },
    ]);
    const verdict = await verdictOf(lot.id);
    expect(minutesOf(verdict.budget[0]?.usedMs)).toBe(60);
    expect(verdict.budget[0]?.parts).toHaveLength(2);
    expect(verdict.unobserved.totalMs).toBe(0);
  });

  it("is quarantine where nobody observed it, and names when", async () => {
    const fridge = await fridgeWith((hour) => (hour >= 20 && hour < 23 ? null : 5));
    const product = await makeProduct(db(), owner.id);
    const lot = await makeLot(db(), product, [{ carrierId: fridge.carrier.id, placedAt: at(0) }]);
    const verdict = await verdictOf(lot.id);
    expect(verdict).toMatchObject({ state: "quarantine", reasons: ["unobserved"] });
    expect(verdict.unobserved.spans).toMatchObject([
      { cause: "silent", to: at(23).getTime(), carrierId: fridge.carrier.id },
    ]);
    const out = await makeLot(db(), product, [{ carrierId: fridge.carrier.id, placedAt: at(0), removedAt: at(10) }]);
    expect((await verdictOf(out.id)).unobserved.spans).toMatchObject([{ cause: "unplaced", from: at(10).getTime() }]);
    const finished = await makeLot(
      db(),
      product,
      [{ carrierId: fridge.carrier.id, placedAt: at(0), removedAt: at(10) }],
      { status: "finished" },
    );
    expect(await verdictOf(finished.id)).toMatchObject({ state: "usable" });
  });

  it("is quarantine while it is too warm, and not usable once it froze", async () => {
    const warm = await fridgeWith((hour) => (hour >= 59.5 ? 9 : 5));
    const product = await makeProduct(db(), owner.id, { isFreezeSensitive: true, freezeLimit: -0.5 });
    const running = await makeLot(db(), product, [{ carrierId: warm.carrier.id, placedAt: at(50) }]);
    expect(await verdictOf(running.id)).toMatchObject({ state: "quarantine", reasons: ["running"] });
    const cold = await fridgeWith((hour) => ((hour >= 5 && hour < 5.5) || (hour >= 30 && hour < 30.25) ? -1 : 5));
    const frozen = await makeLot(db(), product, [{ carrierId: cold.carrier.id, placedAt: at(0) }]);
    const verdict = await verdictOf(frozen.id);
    expect(verdict.state).toBe("notUsable");
    expect(
      verdict.freezing.events.map(({ from, extreme, observedMs }) => [from, extreme, minutesOf(observedMs)]),
    ).toEqual([
      [at(5).getTime(), -1, 30],
      [at(30).getTime(), -1, 15],
    ]);
  });

  it("has the mean kinetic temperature of the worst window, or says why not", async () => {
    const fridge = await fridgeWith((hour) => (hour >= 24 && hour < 28 ? 15 : 5));
    const product = await makeProduct(db(), owner.id, {
      bands: [{ from: 8, to: 15, minutes: 1440 }],
      kineticClass: "cct",
      kineticLimit: 8,
    });
    const lot = await makeLot(db(), product, [{ carrierId: fridge.carrier.id, placedAt: at(0) }]);
    for (const done of [false, true]) {
      if (done) await sum();
      const { kinetic, state } = await verdictOf(lot.id);
      expect(state).toBe("usable");
      expect(kinetic?.state === "found" && kinetic.celsius).toBeCloseTo(7.7046, 3);
    }
    const short = await makeLot(
      db(),
      product,
      [{ carrierId: fridge.carrier.id, placedAt: at(24), removedAt: at(40) }],
      {
        status: "finished",
      },
    );
    expect(await verdictOf(short.id)).toMatchObject({
      ...{ state: "quarantine", reasons: ["kineticUnknown"], kinetic: { state: "refused", why: "incomplete" } },
    });
  });
});

it("the lots of a carrier, and those that an exception concerns, are found with their verdicts", async () => {
  const now = Date.now();
  const fridge = await makeFridge(db(), owner);
  const ctx = await accountContext(db(), await makeUser(db(), owner.id, {}));
  const product = await makeProduct(db(), owner.id);
  const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  const there = await makeLot(db(), product, [{ carrierId: fridge.carrier.id, placedAt: ago(60) }]);
  const gone = await makeLot(db(), product, [{ carrierId: fridge.carrier.id, placedAt: ago(60), removedAt: ago(5) }]);
  await makeLot(db(), product, [{ carrierId: fridge.carrier.id, placedAt: ago(60), removedAt: ago(30) }]);
  const exceptionId = await makeException(db(), { customer: owner }, fridge);
  expect((await listLotsIn.call(ctx, { id: fridge.carrier.id })).map(({ id }) => id)).toEqual([there.id]);
  const concerned = await listConcernedLots.call(ctx, { id: exceptionId });
  expect(concerned.map(({ id }) => id).sort()).toEqual([there.id, gone.id].sort());
  expect(concerned.every(({ outcome }) => outcome.state === "usable" || outcome.reasons.includes("unobserved"))).toBe(
    true,
  );
});
