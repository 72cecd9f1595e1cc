import { type Db, transaction } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { findOpenSpans, findSamples } from "@/features/alarm/evaluation/data";
import { findNewest } from "@/features/alarm/preview/data";
import { findRecordProbes, findRecordValues } from "@/features/carrier/record-time/data";
import { countBelongings, removeWhole } from "@/features/customer/removal/data";
import { findHour, findReplayParts } from "@/features/forward/content/data";
import type { SendingTarget } from "@/features/forward/delivery/schema";
import { readRecorded } from "@/features/telemetry/completeness/data";
import { findReadings, hasAtMost, readBuckets, readRaw, streamReadings } from "@/features/telemetry/history/data";
import { takeIn } from "@/features/telemetry/ingest/operations";
import { clearSpan } from "@/features/telemetry/retention/data";
import { examine, readTotals } from "@/features/telemetry/statistics/data";
import { customerScope } from "@/lib/auth/scope";
import type { LiveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { ReplayDevice } from "../replay/series";
import { prepareWorld, serialOf } from "../replay/world";

const FILE = "distribution-trial";
const HOUR = 3_600_000;
/** More than from where on readings are copied instead of inserted. */
const MANY = 250;

export type Refusal = { step: string; reason: string };
type Step = readonly [name: string, run: (tx: Db) => Promise<unknown>];

/**
 * Runs the statements of ingest, alarms, history and retention in this transaction, as the product does, on a device of
 * its own, and returns those that the database refuses. The caller rolls all of it back.
 */
export async function tryStatements(tx: Db, now: number): Promise<Refusal[]> {
  muteLive();
  const device: ReplayDevice = { suffix: "", measures: ["temperature", "humidity", "door"], readings: [] };
  const limits = { measure: "temperature" as const, minimum: 2, maximum: 8, delaySeconds: 0 };
  const { probes } = await prepareWorld(tx.$client, FILE, [device], limits);
  const probeId = probes.get(`${serialOf(FILE, "")}/temperature`) as number;
  const [place] = await tx.$client<{ customerId: number; carrierId: number }[]>`
    select customer_id::int as "customerId", carrier_id::int as "carrierId" from mounting
     where probe_id = ${probeId} and unmounted_at is null`;
  if (!place) throw new Error("the trial's device hangs nowhere");
  // Not left to the first step: what it makes goes with it where it is refused.
  await ensurePartitions(tx.$client, now - 4 * HOUR, now);
  const refusals: Refusal[] = [];
  for (const [step, run] of stepsOf(probeId, place.customerId, place.carrierId, now)) {
    try {
      // A savepoint: what is refused costs the others nothing.
      await transaction(tx, run);
    } catch (error) {
      const told = ((error as { cause?: unknown }).cause ?? error) as Error;
      refusals.push({ step, reason: told.message.split("\n")[0] ?? "" });
    }
  }
  return refusals;
}

function stepsOf(probeId: number, customerId: number, carrierId: number, now: number): Step[] {
  const from = now - 3 * HOUR;
  const span = { probeId, from, to: now };
  const limits = { minimum: 2, maximum: 8 };
  const examination = { ...span, ...limits, period: { from, to: now } };
  const target = { customerId, kinds: ["readings"], publishTopic: "" } as unknown as SendingTarget;
  const position = { lon: 113.4, lat: 23.1 };
  const take = (tx: Db, readings: readonly [at: number, temperature: number][], more = {}) =>
    takeIn(
      contextOf(tx, customerId, now),
      readings.map(([at, temperature]) => ({
        device: serialOf(FILE, ""),
        at,
        values: { temperature, ...more },
        position,
      })),
    );
  const many = Array.from({ length: MANY }, (_, index): [number, number] => [from + index * 20_000, 5]);
  return [
    ["ingest of many readings", (tx) => take(tx, many)],
    ["ingest of few readings, which raise an exception", (tx) => take(tx, [[now - 60_000, 12]], { door: 1 })],
    [
      "ingest of late and repeated readings",
      (tx) =>
        take(tx, [
          [now - 60_000, 12],
          [from + 10_000, 6],
        ]),
    ],
    ["readings beside an alarm", (tx) => findSamples(tx, probeId, { before: now }, 3)],
    ["doors beside an alarm", (tx) => findOpenSpans(tx, carrierId, from, now)],
    ["history: how many", (tx) => hasAtMost(tx, [span], 1000)],
    ["history: readings", (tx) => readRaw(tx, [span])],
    ["history: buckets", (tx) => readBuckets(tx, { hours: [span], raw: [span] }, [from, from + HOUR])],
    ["history: page", (tx) => findReadings(tx, [span], "newest", 20)],
    [
      "history: file",
      async (tx) => {
        for await (const _rows of streamReadings(tx, span));
      },
    ],
    ["statistics: sums", (tx) => readTotals(tx, { hours: [span], raw: [span] }, [probeId])],
    ["statistics: gaps", (tx) => examine(tx, [{ ...examination, stepMs: HOUR, low: 5, high: 12 }])],
    [
      "completeness",
      (tx) => readRecorded(tx, [{ ...examination, intervalMs: 60_000, outsideMs: 60_000 }], new Date(now)),
    ],
    [
      "record times",
      async (tx) => findRecordValues(tx, carrierId, await findRecordProbes(tx, carrierId, { from, to: now }), [now]),
    ],
    ["trying a trigger out", (tx) => findNewest(tx, probeId, from, 100)],
    ["forwarding again: hours", (tx) => findHour(tx, target, from, now)],
    ["forwarding again: readings", (tx) => findReplayParts(tx, target, "trial", { from, to: now })],
    ["a customer's belongings", (tx) => countBelongings(tx, customerId)],
    ["retention: readings", (tx) => clear(tx, "readings", customerId, from, now)],
    ["retention: positions", (tx) => clear(tx, "positions", customerId, from, now)],
    ["a customer's removal", (tx) => removeWhole(tx, customerId)],
  ];
}

const clear = (tx: Db, what: "readings" | "positions", customerId: number, fromMs: number, toMs: number) =>
  clearSpan(tx, what, customerId, { fromMs, toMs }, new AbortController().signal);

const contextOf = (tx: Db, customerId: number, now: number): OperationContext => ({
  actor: { type: "device", customerId, gatewayId: null, name: FILE },
  scope: customerScope(customerId),
  db: tx,
  requestId: FILE,
  address: "",
  userAgent: "",
  locale: "en-US",
  now: new Date(now),
});

/** Nobody is to hear of readings that never were. */
function muteLive(): void {
  const silent: LiveBus = {
    publish: async () => {},
    subscribe: async () => async () => {},
    ping: async () => null,
    close: async () => {},
  };
  Object.assign(globalThis, { frostlineLive: silent });
}
