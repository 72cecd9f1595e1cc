import "server-only";
import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/audit/chain";
import type { Db } from "@/lib/operation/context";
import { findMarks } from "./point.data";
import type { RecordCheck } from "./record.schema";
import { type Episode, episodesOf, type PointInput, resultOf } from "./result.rules";
import type { VerificationResult } from "./result.schema";
import { heldMs, type Readings } from "./sample.rules";
import {
  type FrozenSeries,
  findSeries,
  findSwitches,
  findTaskProbes,
  readReadings,
  type StoredSeries,
} from "./series.data";
import type { TaskWhole } from "./task.data";
import { TEST_STATE } from "./task.rules";
import type { PointDto } from "./task.schema";

const hash = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");
const hashOfReadings = (probeId: number, { ats, values }: Readings) => hash({ probeId, ats, values });
const hashOfAll = (series: readonly Pick<FrozenSeries, "probeId" | "sha256">[]) =>
  hash(series.map(({ probeId, sha256 }) => ({ probeId, sha256 })).sort((a, b) => a.probeId - b.probeId));

/** The readings of a record, with those before its begin that are still valid then. */
export async function readRecord(db: Db, task: TaskWhole, from: number, to: number): Promise<StoredSeries[]> {
  const series: StoredSeries[] = [];
  for (const one of await findTaskProbes(db, task.id)) {
    const readings = await readReadings(db, one.probeId, from - heldMs(task.samplingSeconds), to);
    series.push({ ...one, ...readings, sha256: hashOfReadings(one.probeId, readings) });
  }
  return series;
}

export const recordHash = hashOfAll;

/** The points of a task with their readings, as the figures take them. */
export function pointInputs(points: readonly PointDto[], series: readonly StoredSeries[]): PointInput[] {
  return points.map(({ id, label, pointClass, device, beside }) => {
    const own = (measure: StoredSeries["measure"]) =>
      series.find((one) => one.pointId === id && one.measure === measure) ?? null;
    const permanent = beside && series.find((one) => one.deviceId === beside.id && one.measure === "temperature");
    return {
      ...{ id, label, pointClass, device: device?.name ?? "" },
      ...{ temperature: own("temperature"), humidity: own("humidity") },
      beside: permanent ? { device: beside.name ?? "", temperature: permanent } : null,
    };
  });
}

/** A door or power probe that reports on change alone repeats its state at least once in this time. */
const BEFORE_MS = 24 * 3_600_000;

/** Doors and power cuts during a record: those noted, or else those that the carrier's own probes saw. */
async function findEpisodes(db: Db, task: TaskWhole, from: number, to: number): Promise<Episode[]> {
  const noted: Episode[] = (await findMarks(db, task.id)).map((mark) => ({
    ...{ test: mark.test, source: "noted", from: mark.from, to: mark.to },
  }));
  const episodes = [...noted];
  for (const test of task.tests) {
    if (noted.some((one) => one.test === test)) continue;
    const { measure, state } = TEST_STATE[test];
    // What it was before the record tells whether the first change within is one.
    for (const probeId of await findSwitches(db, task.id, measure, from))
      for (const one of episodesOf(await readReadings(db, probeId, from - BEFORE_MS, to), state))
        if (one.from >= from) episodes.push({ test, source: "probe", ...one });
  }
  return episodes.sort((a, b) => a.from - b.from);
}

/** What follows from a record; `series` are its readings. */
export async function computeResult(
  db: Db,
  task: TaskWhole & { startedAt: number },
  points: readonly PointDto[],
  series: readonly StoredSeries[],
  record: { from: number; to: number; isStoppedEarly: boolean },
): Promise<VerificationResult> {
  const { startedAt, samplingSeconds, samplingMode, limits, gapPercent, tests } = task;
  return resultOf({
    ...{ startedAt, samplingSeconds, samplingMode, limits, gapPercent, tests, ...record },
    points: pointInputs(points, series),
    episodes: await findEpisodes(db, task, record.from, record.to),
  });
}

/** Works out the hashes of a record anew. Only frozen readings count for figures; the history is compared besides. */
export async function checkRecord(db: Db, task: TaskWhole, points: readonly PointDto[]): Promise<RecordCheck> {
  if (task.dataSha256 === null || task.result === null) return { state: "none", frozen: [], history: [], deleted: [] };
  const { from, to } = task.result;
  const series = await findSeries(db, task.id);
  const labelOf = (one: StoredSeries) =>
    points.find(({ id }) => id === one.pointId)?.label ??
    points.find(({ beside }) => beside?.id === one.deviceId)?.beside?.name ??
    String(one.probeId);
  const check: RecordCheck = { state: "intact", frozen: [], history: [], deleted: [] };
  for (const one of series) {
    if (hashOfReadings(one.probeId, one) !== one.sha256) check.frozen.push(labelOf(one));
    const now = await readReadings(db, one.probeId, from - heldMs(task.samplingSeconds), to);
    if (now.ats.length === 0 && one.ats.length > 0) check.deleted.push(labelOf(one));
    else if (hashOfReadings(one.probeId, now) !== one.sha256) check.history.push(labelOf(one));
  }
  const isSame = hashOfAll(series) === task.dataSha256;
  if (!isSame && check.frozen.length === 0) check.frozen.push("");
  if (!isSame || check.frozen.length > 0 || check.history.length > 0) check.state = "changed";
  return check;
}
