import "server-only";
import { cache } from "react";
import type { CarrierType } from "@/db/enums";
import { seenPlace } from "@/features/carrier/record-time/operations";
import { auditTaken } from "@/features/file/taken.service";
import { listGeofenceEvents } from "@/features/geofence/event.operations";
import { geofencesOf } from "@/features/geofence/geofence.operations";
import { longestStepMs } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { getHistory, listExcursions } from "@/features/telemetry/history/history.operations";
import type { Excursion, HistoryDto } from "@/features/telemetry/history/history.schema";
import { observationsOf } from "@/features/telemetry/history/statistics.operations";
import { fastestOf, faultsOf } from "@/features/telemetry/ingest/position.rules";
import { openShown } from "@/features/telemetry/ingest/probe.operations";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { visibilityOf } from "@/lib/auth/visibility";
import { csvFile } from "@/lib/export/csv-file";
import { defineExport, type ExportCell } from "@/lib/export/define-export";
import { exportWords, titleOf } from "@/lib/export/list-export";
import type { LonLat } from "@/lib/geo/coordinates";
import { mapSettings } from "@/lib/geo/map-settings";
import { RawReply, streamOf } from "@/lib/http/reply";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { csvHeaders, stamper } from "@/lib/spreadsheet/csv";
import { shownCell, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import { MAXIMUM_RANGE_MS, POINTS } from "./limits.rules";
import { nameKey } from "./place.rules";
import { namePlaces } from "./place.service";
import {
  countFixes,
  findCarrier,
  findChoices,
  findFixes,
  findInvalidFixes,
  findLastAt,
  INVALID_LISTED,
  streamFixes,
} from "./track.data";
import { columnsOf, type Fix, type Journey, journeyOf, summaryOf, thin } from "./track.rules";
import {
  type TraceDto,
  TraceInput,
  TracePage,
  TraceRange,
  type TraceView,
  type Trip,
  type TripTemperature,
} from "./track.schema";

type Span = { from: number; to: number };
/** A probe with the periods for which it is readable. */
type Probe = Parameters<typeof observationsOf>[0];
type SeenPlace = { id: number; type: CarrierType; customerId: number };

/** About 0.2 s of reading; with more, trips are shown without their temperatures. */
const READINGS_EXAMINED = 200_000;

/** Maximum number of excursions whose places are looked up. */
const NAMED = 100;

/** The trips and stops with the names of their places; those of the newest are looked up first. */
async function namedJourney(
  ctx: OperationContext,
  customerId: number,
  { trips, stops, silences }: Journey,
  fixes: readonly Fix[],
) {
  const fixAt = new Map(fixes.map((fix) => [fix.at, fix]));
  const ends = trips.flatMap(({ from, to }) => [from, to].flatMap((at) => fixAt.get(at) ?? []));
  const newestFirst = [...ends, ...stops.map((stop) => ({ ...stop, at: stop.from }))].sort((a, b) => b.at - a.at);
  const places = newestFirst.map(({ longitude, latitude }): LonLat => [longitude, latitude]);
  const names = await namePlaces(ctx, customerId, places);
  const byPlace = new Map(places.map((place, index) => [nameKey(place), names[index] ?? null]));
  const nameOf = (place: Pick<Fix, "longitude" | "latitude"> | undefined) =>
    place ? (byPlace.get(nameKey([place.longitude, place.latitude])) ?? null) : null;
  return {
    trips: trips.map((trip) => ({
      ...trip,
      fromName: nameOf(fixAt.get(trip.from)),
      toName: nameOf(fixAt.get(trip.to)),
    })),
    stops: stops.map((stop) => ({ ...stop, name: nameOf(stop) })),
    silences,
  };
}

/** The places where excursions began, by their ids: where the vehicle was then by its track. */
async function placesOf(
  ctx: OperationContext,
  customerId: number,
  excursions: readonly Excursion[],
  { track }: TraceDto,
): Promise<Record<number, string>> {
  const began = excursions.slice(0, NAMED).flatMap(({ id, startedAt }) => {
    const index = track.at.findLastIndex((at) => at <= startedAt);
    const [longitude, latitude] = [track.longitude[index], track.latitude[index]];
    return longitude === undefined || latitude === undefined ? [] : [{ id, place: [longitude, latitude] as const }];
  });
  const names = await namePlaces(
    ctx,
    customerId,
    began.map(({ place }) => place),
  );
  return Object.fromEntries(began.flatMap(({ id }, index) => (names[index] ? [[id, names[index]]] : [])));
}

/** The extremes of each thermometer on each trip, from the readings on the way. */
async function temperaturesOf(
  ctx: OperationContext,
  trips: readonly Trip[],
  probes: readonly Probe[],
): Promise<TripTemperature[]> {
  const asked = trips.flatMap((trip) =>
    probes.flatMap((probe) => observationsOf(probe, trip).map((span) => ({ trip, span }))),
  );
  const sums = await observeSpans(
    ctx,
    asked.map(({ span }) => span),
    READINGS_EXAMINED,
  );
  const found = new Map<string, TripTemperature>();
  for (const [index, { trip, span }] of asked.entries()) {
    const { minimum, maximum } = sums?.[index] ?? {};
    if (minimum == null || maximum == null) continue;
    const { from } = trip;
    const { probeId } = span;
    const before = found.get(`${from} ${probeId}`) ?? { minimum, maximum };
    found.set(`${from} ${probeId}`, {
      ...{ from, probeId },
      minimum: Math.min(minimum, before.minimum),
      maximum: Math.max(maximum, before.maximum),
    });
  }
  return [...found.values()];
}

async function readTrace(ctx: OperationContext, place: SeenPlace, span: Span, points: number) {
  const { db } = ctx;
  const { id, type, customerId } = place;
  const fastest = fastestOf(type);
  const { fixes: found, count } = await findFixes(db, id, span);
  const { invalid, count: invalidCount } = await findInvalidFixes(db, id, span);
  // Positions stored before validation existed are validated here. The others were validated with more of the track.
  const ownFaults = found.some(({ isJudged }) => !isJudged) ? faultsOf(found, fastest) : [];
  const faults = found.map(({ isJudged }, index) => (isJudged ? null : (ownFaults[index] ?? null)));
  const fixes = found.filter((_, index) => faults[index] === null);
  const journey = journeyOf(fixes, fastest);
  const kept = [...journey.trips, ...journey.stops, ...journey.silences].flatMap(({ from, to }) => [from, to]);
  const thinned = thin(fixes, kept, points);
  const trace: TraceDto = {
    track: columnsOf(thinned.fixes),
    positionCount: count,
    toleranceMetres: thinned.toleranceMetres,
    invalid: [
      ...invalid,
      ...found.flatMap(({ at, longitude, latitude }, index) => {
        const fault = faults[index];
        return fault ? [{ at, longitude, latitude, fault }] : [];
      }),
    ]
      .sort((a, b) => a.at - b.at)
      .slice(0, INVALID_LISTED),
    invalidCount: invalidCount + found.length - fixes.length,
    ...(await namedJourney(ctx, customerId, journey, fixes)),
    summary: summaryOf(journey),
  };
  return trace;
}

/** The track of a carrier as columns of at most `points` numbers, with its trips, stops and silences. */
export const getTrace = defineOperation({
  name: "carrier.trace",
  kind: "query",
  permission: "viewHistory",
  input: TraceInput,
  async run(ctx, { id, points, ...span }): Promise<TraceDto> {
    return readTrace(ctx, { ...(await seenPlace(ctx, id)), id }, span, points);
  },
});

/** The first temperature, humidity and door probes that are or were mounted on the carrier, shown beside the track. */
async function probesOf(ctx: OperationContext, id: number, span: Span): Promise<Probe[]> {
  const { probes } = await openShown(ctx, { carrierIds: [id], ...span });
  const of = (measure: HistoryProbe["measure"], count: number) =>
    probes.filter((probe) => probe.measure === measure).slice(0, count);
  return [...of("temperature", 6), ...of("humidity", 2), ...of("door", 2)];
}

const EXPORT_COLUMNS = { time: 30, longitude: 14, latitude: 14, speed: 14, course: 12, temperature: 16 };

type Fixes = {
  id: number;
  span: Span;
  probe: Parameters<typeof streamFixes>[3];
  timeZone: string;
  values: ValueLocale;
};

async function* batchesOf(
  ctx: OperationContext,
  { id, span, probe, timeZone, values }: Fixes,
): AsyncGenerator<ExportCell[][]> {
  const stamp = stamper(timeZone);
  for await (const rows of streamFixes(ctx.db, id, span, probe))
    yield rows.map(({ at, longitude, latitude, speedKmh, course, temperature }) => [
      stamp(at),
      longitude,
      latitude,
      speedKmh,
      course,
      shownCell(temperature, "temperature", values),
    ]);
}

/** Every position of a range with the temperature at its time. */
export const trackExport = defineExport({
  kind: "track",
  permission: "viewHistory",
  input: TraceRange,
  async open(ctx, { id, ...span }) {
    const place = await seenPlace(ctx, id);
    const thermometer = (await probesOf(ctx, id, span)).find(({ measure }) => measure === "temperature");
    const probe = thermometer ? { probeId: thermometer.probeId, stepMs: longestStepMs(thermometer) } : null;
    const timeZone = ctx.actor.type === "user" ? ctx.actor.principal.customer.timeZone : place.timeZone;
    const words = await exportWords(ctx);
    const [t, { title }] = [words.look("track"), titleOf(words, "track")];
    const values = words.valuesOf(place.customerId);
    const unit = unitOf("temperature", values);
    return {
      title: `${title}: ${place.name}`,
      fileStem: `${title} ${place.name}`,
      customerId: place.customerId,
      timeZone,
      total: await countFixes(ctx.db, id, span),
      columns: Object.entries(EXPORT_COLUMNS).map(([column, width]) => ({
        title: t(`csv.${column}`, { unit }),
        width,
      })),
      batches: batchesOf(ctx, { id, span, probe, timeZone, values }),
    };
  },
});

/** Exports every position as a CSV file (RFC 4180, UTF-8 with a byte order mark), with the temperature at its time. */
export const exportTrace = defineOperation({
  name: "carrier.traceCsv",
  kind: "query",
  permission: "viewHistory",
  input: TraceRange,
  async run(ctx, query): Promise<RawReply> {
    const { columns, batches, customerId, timeZone } = await trackExport.open(ctx, query);
    await auditTaken(ctx, "track", query, customerId);
    return new RawReply(streamOf(csvFile(columns, batches)), csvHeaders(ctx.now, timeZone));
  },
});

const DAY_MS = 86_400_000;
const CHART_POINTS = 1000;
/** Maximum number of geofence events beside one track; their list has the rest. */
const CROSSINGS = 100;

/** The range of an address; the last day if it has none or an invalid one. */
function rangeOf({ from, to }: { from?: number | undefined; to?: number | undefined }, now: number): Span {
  const end = to ?? now;
  const start = from ?? end - DAY_MS;
  return start < end && end - start <= MAXIMUM_RANGE_MS ? { from: start, to: end } : { from: now - DAY_MS, to: now };
}

async function historyOf(ctx: OperationContext, id: number, probes: readonly HistoryProbe[], span: Span) {
  if (probes.length === 0) return { history: null, excursions: [] };
  const asked = { carrierIds: String(id), probeIds: probes.map(({ probeId }) => probeId).join(","), ...span };
  const mayExcursions = holds(ctx, "viewEx");
  const [history, { items: excursions }] = await Promise.all([
    getHistory.call(ctx, { ...asked, points: CHART_POINTS }) as Promise<HistoryDto>,
    mayExcursions ? listExcursions.call(ctx, asked) : { items: [] },
  ]);
  return { history, excursions };
}

async function crossingsOf(ctx: OperationContext, carrierId: number, { from, to }: Span) {
  if (!holds(ctx, "viewGeofence")) return [];
  const iso = (at: number) => new Date(at).toISOString();
  const asked = { carrierId, from: iso(from), to: iso(to), iDisplayLength: CROSSINGS };
  return (await listGeofenceEvents.call(ctx, asked)).items;
}

/** Data for the first paint of the window; without a carrier in the address, the carriers to choose from. */
export const loadTrace = cache(async (ctx: PageContext): Promise<TraceView> => {
  const now = ctx.now.getTime();
  const range = rangeOf(TracePage.parse(ctx.search), now);
  const id = ById.safeParse({ id: ctx.search.id }).data?.id;
  if (id === undefined) {
    const base = { now, range, timeZone: ctx.principal.customer.timeZone, map: await mapSettings() };
    const choices = await findChoices(ctx.db, visibilityOf(ctx));
    return { ...NOTHING, ...base, canViewExceptions: holds(ctx, "viewEx"), choices };
  }
  return traceViewOf(ctx, id, range);
});

/**
 * What the window shows of a carrier and a range of at most 31 days, for a caller who may view the history. Throws
 * NOT_FOUND outside the scope.
 */
export async function traceViewOf(ctx: OperationContext, id: number, range: Span): Promise<TraceView> {
  const place = { ...(await seenPlace(ctx, id)), id };
  const { customerId } = place;
  const timeZone = ctx.actor.type === "user" ? ctx.actor.principal.customer.timeZone : place.timeZone;
  const readable = await probesOf(ctx, id, range);
  const probes = readable.map(({ periods: _, timeZone: __, ...probe }): HistoryProbe => probe);
  const [carrier, trace, shown, fences, crossings] = await Promise.all([
    findCarrier(ctx.db, id),
    readTrace(ctx, place, range, POINTS.default),
    historyOf(ctx, id, probes, range),
    geofencesOf(ctx, customerId),
    crossingsOf(ctx, id, range),
  ]);
  const lastPositionAt = trace.positionCount === 0 ? await findLastAt(ctx.db, id) : null;
  const thermometers = readable.filter(({ measure }) => measure === "temperature");
  return {
    ...{ now: ctx.now.getTime(), range, timeZone, map: await mapSettings(), canViewExceptions: holds(ctx, "viewEx") },
    carrier,
    choices: [],
    trace,
    probes,
    ...shown,
    temperatures: await temperaturesOf(ctx, trace.trips, thermometers),
    excursionPlaces: await placesOf(ctx, customerId, shown.excursions, trace),
    fences,
    crossings,
    lastPositionAt,
  };
}

const NOTHING = {
  carrier: null,
  trace: {
    track: columnsOf([]),
    positionCount: 0,
    toleranceMetres: 0,
    invalid: [],
    invalidCount: 0,
    ...{ trips: [], stops: [], silences: [] },
    summary: summaryOf(journeyOf([])),
  },
  probes: [],
  history: null,
  temperatures: [],
  excursions: [],
  excursionPlaces: {},
  fences: [],
  crossings: [],
  lastPositionAt: null,
} satisfies Partial<TraceView>;
