import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { parameter, probeState } from "@/db/schema";
import { findSilent } from "@/features/alarm/evaluation/watch.data";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";

const NOW = Date.now();
const TOLERANCE = "device.faultToleranceCoefficient";
type Fridge = Awaited<ReturnType<typeof makeFridge>>;

const probeOf = ({ probes }: Fridge) => probes.temperature as number;
const heard = (fridge: Fridge, seconds: number) =>
  db()
    .update(probeState)
    .set({ receivedAt: new Date(NOW - seconds * 1000) })
    .where(eq(probeState.probeId, probeOf(fridge)));
const isSilent = async (fridge: Fridge) =>
  (await findSilent(db(), NOW)).some(({ source, id }) => source === "probe" && id === probeOf(fridge));

// Few probes are silent: what is told of each is looked up for those alone that may be, and none may be missed.
let quick: Fridge;
let slow: Fridge;

beforeAll(async () => {
  const [strict, lax] = [await makeCustomer(db()), await makeCustomer(db())];
  await db().insert(parameter).values({ customerId: strict.id, code: TOLERANCE, type: "integer", content: "1" });
  quick = await makeFridge(db(), strict, { noData: true, device: { reportIntervalSeconds: 60 } });
  slow = await makeFridge(db(), lax, { noData: true, device: { reportIntervalSeconds: 300 } });
  // Of what was never heard nothing is known.
  await db()
    .insert(probeState)
    .values([{ probeId: probeOf(quick) }, { probeId: probeOf(slow) }])
    .onConflictDoNothing();
});
afterAll(() => db().$client.end({ timeout: 5 }));

it.each([
  [59, false, false],
  [61, true, false],
  [301, true, false],
  [899, true, false],
  [901, true, true],
])("after %d s each counts by its own interval and its customer's tolerance", async (seconds, isQuick, isSlow) => {
  await heard(quick, seconds);
  await heard(slow, seconds);
  expect([await isSilent(quick), await isSilent(slow)]).toEqual([isQuick, isSlow]);
});

it("counts by the shipped tolerance where an installation has none of its own", async () => {
  await heard(slow, 899);
  const shipped = sql`code = ${TOLERANCE} and customer_id is null`;
  const [row] = await db().delete(parameter).where(shipped).returning();
  try {
    expect(await isSilent(slow)).toBe(false);
    await heard(slow, 901);
    expect(await isSilent(slow)).toBe(true);
  } finally {
    // The database gives it an id of its own.
    const { id: _, ...shippedRow } = row as typeof parameter.$inferSelect;
    await db().insert(parameter).values(shippedRow);
  }
});

it("looks at one whose silence is told already, however lately it was heard", async () => {
  await heard(slow, 1);
  expect(await isSilent(slow)).toBe(false);
  await makeException(db(), slow, { kind: "no-data", probeId: probeOf(slow), startedAt: new Date(NOW - 60_000) });
  expect(await isSilent(slow)).toBe(true);
});
