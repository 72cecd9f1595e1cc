import "server-only";
import { auditTaken } from "@/features/file/taken.service";
import { csvFile } from "@/lib/export/csv-file";
import { defineExport, type ExportCell, type ExportColumn } from "@/lib/export/define-export";
import { exportWords, titleOf } from "@/lib/export/list-export";
import { RawReply, streamOf } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { shownCell, unitOf } from "@/lib/units/format";
import { permit } from "../access.service";
import { lockOne } from "../carrier.data";
import { fileName, stampOf } from "../export.rules";
import { findRecordProbes, findRecordValues, getPlace, type Place, timesOf } from "./data";
import { fittingTolerance, planIssues, TOLERANCE_MINUTES } from "./plan.rules";
import { pointOf, savePlan } from "./plan.service";
import { dueTimes, timeOf } from "./rules";
import { type RecordDto, RecordQuery, type RecordTimesDto, RecordTimesInput } from "./schema";

/** The carrier. Throws NOT_FOUND, or FORBIDDEN unless the actor may view its type. */
export async function seenPlace(ctx: OperationContext, id: number): Promise<Place> {
  const place = await getPlace(ctx.db, ctx.scope, id);
  permit(ctx, "view", place.type);
  return place;
}

/** Returns the times of day at which a carrier's values are recorded. */
export const getRecordTimes = defineOperation({
  name: "carrier.recordTimes",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<RecordTimesDto> {
    const { timeZone } = await seenPlace(ctx, id);
    return { id, times: (await timesOf(ctx.db, id)).map(timeOf), timeZone };
  },
});

/**
 * Replaces the times of day, or an interval. Values at earlier times are not lost, because they are derived from the
 * readings. The preset stays if the times comply with it.
 */
export const setRecordTimes = defineOperation({
  name: "carrier.setRecordTimes",
  kind: "mutation",
  permission: "editCarrier",
  input: RecordTimesInput,
  async run(ctx, { id, times }): Promise<RecordTimesDto> {
    const { type, customerId } = await lockOne(ctx.tx, ctx.scope, id);
    permit(ctx, "edit", type);
    const { timeZone } = await getPlace(ctx.tx, ctx.scope, id);
    const minutes = times.toSorted((a, b) => a - b);
    const old = (await timesOf(ctx.tx, id)).map(timeOf);
    const point = await pointOf(ctx.tx, id);
    const chosen = { intervalMinutes: null, minutes };
    const tolerance = fittingTolerance(chosen, point?.toleranceMinutes ?? TOLERANCE_MINUTES.usual);
    const plan = { ...chosen, preset: point?.preset ?? ("custom" as const), toleranceMinutes: tolerance };
    const isKept = planIssues(plan).length === 0;
    const place = { carrierId: id, customerId, timeZone };
    await savePlan(ctx.tx, place, isKept ? plan : { ...plan, preset: "custom" }, ctx.now.getTime());
    const after = minutes.map(timeOf);
    ctx.audit({ customerId, old: { recordTimes: old }, new: { recordTimes: after } });
    return { id, times: after, timeZone };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** The values at record times of the carrier, or else at other `minutes` from midnight; the caller may see the carrier. */
export async function recordOf(
  ctx: Pick<OperationContext, "db" | "now">,
  place: Pick<Place, "id" | "timeZone">,
  days: { from: string; to: string },
  otherwise: readonly number[] = [],
): Promise<RecordDto> {
  const { db, now } = ctx;
  const { id, timeZone } = place;
  const own = await timesOf(db, id);
  const minutes = own.length > 0 ? own : [...otherwise];
  const due = dueTimes(days, minutes, timeZone, now.getTime());
  const [first, last] = [due.at(0), due.at(-1)];
  const probes = first && last ? await findRecordProbes(db, id, { from: first.at, to: last.at }) : [];
  const rows: RecordDto["rows"] = due.map((time) => ({ ...time, values: [] }));
  const instants = due.map(({ at }) => at);
  for (const { index, ...value } of await findRecordValues(db, id, probes, instants)) rows[index]?.values.push(value);
  return {
    timeZone,
    times: minutes.map(timeOf),
    probes: probes.map(({ reportIntervalSeconds: _, ...probe }) => probe),
    rows: rows.toReversed(),
  };
}

/**
 * Returns the recorded values of some days, newest first: at each time the last value, unless it was older than twice
 * the report interval.
 */
export const getRecord = defineOperation({
  name: "carrier.record",
  kind: "query",
  permission: "viewCarrier",
  input: RecordQuery,
  run: async (ctx, { id, ...days }): Promise<RecordDto> => recordOf(ctx, await seenPlace(ctx, id), days),
});

/** The record as a table, oldest first. */
export const recordExport = defineExport({
  kind: "record",
  permission: "viewCarrier",
  input: RecordQuery,
  async open(ctx, { id, ...days }) {
    const place = await seenPlace(ctx, id);
    const { timeZone, probes, rows } = await recordOf(ctx, place, days);
    const words = await exportWords(ctx);
    const values = words.valuesOf(place.customerId);
    const [t, tMeasure] = [words.look("carrier-detail.record"), words.look("carrier.measure")];
    const nameOf = ({ measure, serialNumber }: RecordDto["probes"][number]) =>
      [tMeasure(measure), unitOf(measure, values) && `(${unitOf(measure, values)})`, serialNumber]
        .filter(Boolean)
        .join(" ");
    const columns: ExportColumn[] = [
      { title: t("csv.carrier"), width: 24 },
      { title: t("csv.day"), width: 12 },
      { title: t("csv.time"), width: 8 },
      { title: t("csv.at"), width: 28 },
      ...probes.map((probe) => ({ title: nameOf(probe), width: 24 })),
    ];
    const lines = rows.toReversed().map(({ day, time, at, values: own }): ExportCell[] => [
      place.name,
      day,
      time,
      stampOf(at, timeZone),
      ...probes.map(({ probeId, measure }) => {
        const found = own.find((value) => value.probeId === probeId);
        return found ? (shownCell(found.value, measure, values) ?? t("noValue")) : "";
      }),
    ]);
    const { title } = titleOf(words, "record");
    const batches = (async function* () {
      yield lines;
    })();
    const { customerId } = place;
    return {
      title: `${title}: ${place.name}`,
      fileStem: `${title} ${place.name}`,
      customerId,
      timeZone,
      total: lines.length,
      columns,
      batches,
    };
  },
});

/** As `getRecord`, as a CSV file (RFC 4180, UTF-8 with a byte order mark), oldest first. */
export const exportRecord = defineOperation({
  name: "carrier.recordCsv",
  kind: "query",
  permission: "viewCarrier",
  input: RecordQuery,
  async run(ctx, query): Promise<RawReply> {
    const { columns, batches, customerId, timeZone } = await recordExport.open(ctx, query);
    await auditTaken(ctx, "record", query, customerId);
    return new RawReply(streamOf(csvFile(columns, batches)), {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName(ctx.now.getTime(), timeZone, "csv")}"`,
    });
  },
});
