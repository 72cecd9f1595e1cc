import type { DeviceKind, ExceptionKind, ForwardKind, Measure } from "@/db/enums";
import { KINDS, typeOf } from "@/features/exception/kind.rules";
import { factsOf } from "@/features/exception/phrase.rules";
import type { ForwardException, ForwardReading, Load, Sender } from "./delivery.schema";

/** Approximate number of values per message, and the maximum number of readings or exceptions. */
export const MESSAGE_SIZE = 500;

const LONGEST_PAUSE_SECONDS = 300;

/** Seconds to wait after the n-th consecutive failure: 1, 2, 4, … up to five minutes. */
export const backOffSeconds = (failures: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.max(0, Math.min(failures, 20) - 1));

export type Waiting = { position: number; kind: ForwardKind; size: number };

/**
 * Position of the last batch of the next message: batches of one kind in order, until the message is full. The first
 * batch is always included, whatever its size. Null if nothing waits.
 */
export function endOfRange(waiting: readonly Waiting[]): number | null {
  const [first] = waiting;
  if (!first) return null;
  let end = first.position;
  let size = first.size;
  for (const batch of waiting.slice(1)) {
    size += batch.size;
    if (batch.kind !== first.kind || size > MESSAGE_SIZE) break;
    end = batch.position;
  }
  return end;
}

/** A value with its device and carrier. */
export type ForwardValue = { device: string; carrier: string | null; measure: Measure; at: number; value: number };

/** Groups values of one device and instant into readings, in the order of their first value. */
export function readingsOf(values: readonly ForwardValue[]): ForwardReading[] {
  const readings = new Map<string, ForwardReading>();
  for (const { device, carrier, measure, at, value } of values) {
    const key = `${at}:${device}`;
    const known = readings.get(key);
    if (known) known.values[measure] = value;
    else readings.set(key, { device, carrier, at, values: { [measure]: value } });
  }
  return [...readings.values()];
}

export type Part = { id: string; text: string } & Load;

const chunked = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MESSAGE_SIZE) }, (_, index) =>
    rows.slice(index * MESSAGE_SIZE, (index + 1) * MESSAGE_SIZE),
  );

/** Empty texts are omitted. */
const senderOf = ({ platformCode, platformName, vendorCode, appId }: Sender) =>
  Object.fromEntries(
    Object.entries({ platformCode, platformName, vendorCode, appId }).filter(([, value]) => value !== ""),
  );

const head = (id: string, type: string, sender: Sender, isReplay: boolean) => ({
  id,
  type,
  ...senderOf(sender),
  ...(isReplay && { replay: true }),
});

/** Readings as messages, in the format of our own ingest endpoint; `key` is the same for the same content. */
export const readingParts = (
  sender: Sender,
  key: string,
  readings: readonly ForwardReading[],
  isReplay = false,
): Part[] =>
  chunked(readings).map((rows, index) => {
    const id = `${key}-${index}`;
    const sent = rows.map(({ device, carrier, at, values }) => ({
      device,
      ...(carrier !== null && { carrier }),
      at: new Date(at).toISOString(),
      values,
    }));
    const text = JSON.stringify({ ...head(id, "readings", sender, isReplay), readings: sent });
    return { id, text, readings: rows.length, exceptions: 0 };
  });

/** Exceptions as messages. */
export const exceptionParts = (
  sender: Sender,
  key: string,
  exceptions: readonly ForwardException[],
  isReplay = false,
): Part[] =>
  chunked(exceptions).map((rows, index) => {
    const id = `${key}-${index}`;
    const text = JSON.stringify({ ...head(id, "exceptions", sender, isReplay), exceptions: rows });
    return { id, text, readings: 0, exceptions: rows.length };
  });

/** Message of the test button. */
export const testPart = (sender: Sender, id: string, now: Date): Part => ({
  id,
  text: JSON.stringify({ ...head(id, "test", sender, false), at: now.toISOString() }),
  readings: 0,
  exceptions: 0,
});

/** Figures of an exception over observed time: unit of its measure, degree-minutes and seconds. */
export type ForwardFigures = {
  mean: number | null;
  meanKineticTemperature: number | null;
  degreeMinutes: number | null;
  observedSeconds: number | null;
};

const NO_FIGURES: ForwardFigures = {
  mean: null,
  meanKineticTemperature: null,
  degreeMinutes: null,
  observedSeconds: null,
};

/** Ids of the ended exceptions that have figures. Figures of open ones would differ between attempts to send them. */
export const idsWithFigures = (rows: readonly Record<string, unknown>[]): number[] =>
  rows.flatMap((row) =>
    KINDS[row.kind as ExceptionKind].hasFigures && row.ended_at && !row.withdrawn_at ? [Number(row.id)] : [],
  );

/** Carrier and device of an exception; the kind is null if the device was removed. */
export type Owners = { carrier: string | null; device: string | null; deviceKind: DeviceKind | null };

/** Converts a row of `exception` (as JSON) to the content of a message, with its figures if it has ended. */
export function exceptionOf(
  change: string,
  row: Record<string, unknown>,
  { carrier, device, deviceKind }: Owners,
  figures: ForwardFigures = NO_FIGURES,
): ForwardException {
  const instant = (name: string) => (typeof row[name] === "string" ? new Date(row[name]).toISOString() : null);
  const kind = row.kind as ExceptionKind;
  // For doors and power, side and limits only describe a switch between 0 and 1 and are omitted.
  const limited = (name: string) => (KINDS[kind].hasLimits ? (row[name] ?? null) : null);
  return {
    id: Number(row.id),
    change,
    kind,
    type: typeOf({ kind, measure: (row.measure ?? null) as Measure | null, device: { kind: deviceKind ?? "sensor" } }),
    severity: row.severity,
    carrier,
    device,
    measure: row.measure ?? null,
    side: limited("side"),
    minimum: limited("minimum"),
    maximum: limited("maximum"),
    peak: KINDS[kind].hasFigures ? (row.peak ?? null) : null,
    mean: figures.mean,
    meanKineticTemperature: figures.meanKineticTemperature,
    degreeMinutes: figures.degreeMinutes,
    observedSeconds: figures.observedSeconds,
    ...factsOf((row.context ?? {}) as Parameters<typeof factsOf>[0]),
    startedAt: instant("started_at"),
    raisedAt: instant("raised_at"),
    endedAt: instant("ended_at"),
    acknowledgedAt: instant("acknowledged_at"),
    status: row.status,
    isClosed: row.is_closed,
    isWithdrawn: row.withdrawn_at !== null,
  };
}

const HOUR_MS = 3_600_000;
const SHORTEST_SLICE_MS = 1000;

export type Slice = { from: number; to: number };

/**
 * The next time slice to send again: about one message of an hour with `count` values, from `cursor` or the beginning
 * of the hour. All in epoch milliseconds.
 */
export function sliceOf(cursor: number, until: number, hour: number, count: number): Slice {
  const from = Math.max(cursor, hour);
  const span = count > 0 ? (HOUR_MS * MESSAGE_SIZE) / count : HOUR_MS;
  const length = Math.max(SHORTEST_SLICE_MS, Math.min(HOUR_MS, Math.floor(span)));
  return { from, to: Math.min(from + length, hour + HOUR_MS, until) };
}
