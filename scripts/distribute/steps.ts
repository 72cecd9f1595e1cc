import type { Db } from "@/db/client";
import { findPaced } from "@/features/alarm/connection/data";
import { findOpenSpans, findSamples } from "@/features/alarm/evaluation/evaluation.data";
import { findNewest } from "@/features/alarm/preview/data";
import { readTable } from "@/features/archive/tables.data";
import { countLive } from "@/features/carrier/logger/logger.data";
import { findRecordProbes, findRecordValues } from "@/features/carrier/record-time/data";
import { countBelongings, removeWhole } from "@/features/customer/removal.data";
import { findNewestInstants } from "@/features/device/detail.data";
import { deleteDevices } from "@/features/device/removal.data";
import { countReadings } from "@/features/device/status/traffic.data";
import { findSeries } from "@/features/exception/link/data";
import { findHour, findReplayParts } from "@/features/forward/delivery/content.data";
import type { SendingTarget } from "@/features/forward/delivery/delivery.schema";
import { readRuns } from "@/features/observation/beyond.data";
import {
  countOpenings,
  findUnsummed,
  forgetSums,
  readStretches,
  readSummed,
  saveDays,
  saveSums,
} from "@/features/observation/observation.data";
import { findAround, findOutOfRange } from "@/features/record-point/collect.data";
import { findOccurrences } from "@/features/statistics/guidance/guidance.data";
import { readRecorded } from "@/features/telemetry/history/completeness.data";
import {
  estimateReadings,
  findReadings,
  hasAtMost,
  readBuckets,
  readRaw,
  streamReadings,
} from "@/features/telemetry/history/history.data";
import { findSources } from "@/features/telemetry/history/source.data";
import { findExtremes, readTotals } from "@/features/telemetry/history/statistics.data";
import { saveSettled } from "@/features/telemetry/ingest/position.data";
import { clearSpan } from "@/features/telemetry/retention/data";
import { countFixes, findFixes, streamFixes } from "@/features/track/track.data";
import { findFixesSince } from "@/features/transport/follow.data";
import { findCurve } from "@/features/transport/handover.data";
import { findDriven, findExcursions, findSamples as findSamplesOf } from "@/features/transport/journey.data";
import { findFirst, findNewest as findNewestOf, readReadings } from "@/features/verification/series.data";
import { customerScope } from "@/lib/auth/scope";
import { HOUR, type Step, type TrialPlace, take } from "./trial-place";

/** More than the number of readings from which COPY replaces INSERT. */
const MANY = 250;

/**
 * The statements that the product runs on readings, hours and positions: `lasting` leaves rows for later steps, `last`
 * removes them. The steps of invalid readings run in between.
 */
export function stepsOf(place: TrialPlace): { lasting: Step[]; last: Step[] } {
  const { now } = place;
  const from = now - 3 * HOUR;
  const many = Array.from({ length: MANY }, (_, index): [number, number] => [from + index * 20_000, 5]);
  const lasting: Step[] = [
    ["ingest of many readings", (tx) => take(tx, place, many)],
    ["ingest of few readings, which raise an exception", (tx) => take(tx, place, [[now - 60_000, 12]], { door: 1 })],
    [
      "ingest of late and repeated readings",
      (tx) =>
        take(tx, place, [
          [now - 60_000, 12],
          [from + 10_000, 6],
        ]),
    ],
    [
      "ingest of positions where an area is watched",
      async (tx) => {
        await tx.$client`
          insert into geofence (customer_id, name, shape, longitude, latitude, radius_metres, judged_from)
          values (${place.customerId}, 'trial', 'circle', 113.4, 23.1, 500, to_timestamp(${from}::float8 / 1000))`;
        await take(tx, place, [[now - 90_000, 5]]);
      },
    ],
    ...alarmSteps(place, from),
    ...historySteps(place, from),
    ...carrierSteps(place, from),
    ...journeySteps(place, from),
  ];
  return { lasting, last: removalSteps(place, from) };
}

const alarmSteps = ({ probeId, carrierId, now }: TrialPlace, from: number): Step[] => [
  ["readings beside an alarm", (tx) => findSamples(tx, probeId, { before: now }, 3)],
  ["readings after an alarm", (tx) => findSamples(tx, probeId, { from }, 3)],
  ["doors beside an alarm", (tx) => findOpenSpans(tx, carrierId, from, now)],
  ["devices that report slowly", (tx) => findPaced(tx, 0, 10, now)],
  ["trying a trigger out", (tx) => findNewest(tx, probeId, from, 100)],
  ["an exception by its link: readings", (tx) => findSeries(tx, probeId, { from, to: now }, 60)],
  ["an exception by its link: hours", (tx) => findSeries(tx, probeId, { from, to: now }, 3600)],
];

function historySteps({ carrierId, probeId, now }: TrialPlace, from: number): Step[] {
  const span = { probeId, from, to: now };
  const reads = { hours: [span], raw: [span] };
  const examination = { ...span, minimum: 2, maximum: 8, period: { from, to: now } };
  const observation = { ...examination, stepMs: HOUR, isTemperature: true };
  return [
    ["history: how many", (tx) => hasAtMost(tx, [span], 1000)],
    ["history: readings", (tx) => readRaw(tx, [span])],
    ["history: buckets", (tx) => readBuckets(tx, { hours: [span], raw: [span] }, [from, from + HOUR])],
    ["history: about how many", (tx) => estimateReadings(tx, [span])],
    ["history: page", (tx) => findReadings(tx, [span], "newest", 20)],
    ["history: page from the end", (tx) => findReadings(tx, [span], "oldest", 20)],
    [
      "history: file",
      async (tx) => {
        for await (const _rows of streamReadings(tx, span));
      },
    ],
    ["hours without sums", (tx) => findUnsummed(tx, now, null, 10)],
    ["hours weighed by time", (tx) => saveSums(tx, [{ probeId, hour: Math.floor(from / HOUR) * HOUR }])],
    // Only days that are over have sums.
    ["days", (tx) => saveDays(tx, [{ probeId, hour: Math.floor(from / HOUR) * HOUR }], now + 24 * HOUR)],
    ["what hours add up to", (tx) => readSummed(tx, [observation], [now - HOUR], now)],
    ["what readings add up to", (tx) => readStretches(tx, [observation], now)],
    ["values beyond a limit", (tx) => readRuns(tx, [{ ...observation, minimum: null }], now)],
    ["how often a door opened", (tx) => countOpenings(tx, [span], 1000)],
    ["hours to be weighed again", (tx) => forgetSums(tx, [span])],
    ["history: which devices", (tx) => findSources(tx, [span], [carrierId], span)],
    ["statistics: counts", (tx) => readTotals(tx, reads)],
    ["statistics: extremes", (tx) => findExtremes(tx, reads, [{ probeId, count: 1, minimum: 5, maximum: 12 }])],
    [
      "completeness",
      (tx) => readRecorded(tx, [{ ...examination, intervalMs: 60_000, outsideMs: 60_000 }], new Date(now)),
    ],
  ];
}

function carrierSteps({ customerId, carrierId, deviceId, probeId, now }: TrialPlace, from: number): Step[] {
  const target = { customerId, kinds: ["readings"], publishTopic: "" } as unknown as SendingTarget;
  return [
    [
      "record times",
      async (tx) => findRecordValues(tx, carrierId, await findRecordProbes(tx, carrierId, { from, to: now }), [now]),
    ],
    ["records of a sheet", (tx) => findAround(tx, [probeId])],
    ["the record of a verification", (tx) => readReadings(tx, probeId, from, now)],
    ["whether a point of a verification has reported", (tx) => findFirst(tx, probeId, from, now)],
    ["the newest value of a point of a verification", (tx) => findNewestOf(tx, probeId, from, now)],
    ["readings out of range between records", (tx) => findOutOfRange(tx, [probeId], ["gsp-storage"])],
    ["a logger's file beside live values", (tx) => countLive(tx, carrierId, ["temperature"], { from, to: now })],
    ["how often a device reports", (tx) => findNewestInstants(tx, deviceId, new Date(now))],
    ["positions judged again", (tx) => saveSettled(tx, [{ carrierId, at: now - 90_000, isSettled: true }])],
    ["a track", (tx) => findFixes(tx, carrierId, { from, to: now })],
    ["a track with more positions than are drawn", (tx) => findFixes(tx, carrierId, { from, to: now }, 1)],
    [
      "a track's file",
      async (tx) => {
        const rows = streamFixes(tx, carrierId, { from, to: now }, { probeId, stepMs: 60_000 });
        for await (const _rows of rows);
      },
    ],
    ["how many positions a track's file has", (tx) => countFixes(tx, carrierId, { from, to: now })],
    ["forwarding again: hours", (tx) => findHour(tx, target, from, now)],
    [
      "forwarding again: readings",
      (tx) => findReplayParts(tx, target, "trial", { from, to: now }, async () => new Map()),
    ],
    ["a device's traffic", (tx) => countReadings(tx, { id: deviceId }, { from, to: now }, [from, from + HOUR])],
    ["a customer's belongings", (tx) => countBelongings(tx, customerId)],
  ];
}

const journeySteps = ({ customerId, carrierId, probeId, now }: TrialPlace, from: number): Step[] => [
  ["a transport's excursions", (tx) => findExcursions(tx, [{ carrierId, from, to: now }])],
  ["how far a transport has driven", (tx) => findDriven(tx, [{ carrierId, from }])],
  ["a transport's newest readings", (tx) => findSamplesOf(tx, [probeId], from, now)],
  ["a transport's positions since its last step", (tx) => findFixesSince(tx, carrierId, from, 10)],
  ["the chart of a hand-over", (tx) => findCurve(tx, probeId, { from, to: now }, 60)],
  ["guidance", (tx) => findOccurrences(tx, customerScope(customerId), {}, { from, to: now }, 10)],
  [
    "the positions of an archive",
    async (tx) => {
      const range = { customerId, month: "2026-01-01", from, to: now, firstRow: 1, lastRow: 0 };
      for await (const _rows of readTable(tx, "positions", range));
    },
  ],
];

const removalSteps = ({ customerId, deviceId, now }: TrialPlace, from: number): Step[] => [
  ["retention: readings", (tx) => clear(tx, "readings", customerId, from, from + HOUR)],
  ["retention: positions", (tx) => clear(tx, "positions", customerId, from, now)],
  [
    "a device's removal",
    async (tx) => {
      const [spare] = await tx.$client<{ id: number }[]>`
        insert into device (customer_id, kind, type_code, serial_number, name)
        select customer_id, kind, type_code, serial_number || '-2', name from device where id = ${deviceId} returning id::int`;
      await deleteDevices(tx, customerScope(customerId), [(spare as { id: number }).id]);
    },
  ],
  ["a customer's removal", (tx) => removeWhole(tx, customerId)],
];

const clear = (tx: Db, what: "readings" | "positions", customerId: number, fromMs: number, toMs: number) =>
  clearSpan(tx, what, customerId, { fromMs, toMs }, new AbortController().signal);
