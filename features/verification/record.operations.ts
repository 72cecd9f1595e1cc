import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { findPoints } from "./point.data";
import {
  PICTURE_INSTANTS,
  type PictureDto,
  PictureQuery,
  type RecordCheck,
  type SamplePage,
  SampleQuery,
} from "./record.schema";
import { checkRecord, pointInputs, readRecord } from "./record.service";
import type { VerifiedMeasure } from "./result.schema";
import { gridOf, type Readings, sampleOf, spaceValues } from "./sample.rules";
import { findSeries } from "./series.data";
import { getTask, type TaskWhole } from "./task.data";
import type { PointDto } from "./task.schema";

type Sampled = { point: PointDto; readings: Readings; samples: (number | null)[] };
export type SampledTask = { task: TaskWhole; grid: number[]; sampled: Sampled[]; space: (number | null)[] };

/**
 * The samples of a visible task: of its frozen readings, or while it records, of those up to now. Throws NOT_FOUND
 * outside the scope, CONFLICT before the record begins.
 */
export async function samplesOf(ctx: OperationContext, id: number, measure: VerifiedMeasure): Promise<SampledTask> {
  const visibility = visibilityOf(ctx);
  const task = await getTask(ctx.db, visibility, id);
  if (task.recordedFrom === null) throw conflict("id", "verificationNoRecord", "there is no record yet");
  const points = await findPoints(ctx.db, visibility, id);
  const from = task.recordedFrom;
  const to = task.recordedTo ?? Math.min(ctx.now.getTime(), from + task.durationMinutes * 60_000);
  const series = task.frozenAt === null ? await readRecord(ctx.db, task, from, to) : await findSeries(ctx.db, id);
  const grid = gridOf({ from, to }, task.samplingSeconds);
  const inputs = pointInputs(points, series);
  const sampled = points.flatMap((point, index): Sampled[] => {
    const readings = inputs[index]?.[measure];
    return readings ? [{ point, readings, samples: sampleOf(readings, grid, task.samplingSeconds) }] : [];
  });
  const inside = sampled.filter(({ point }) => point.pointClass !== "outside");
  return { task, grid, sampled, space: spaceValues(task.samplingMode, grid, inside) };
}

export const sampledPoint = ({ id, label, device, pointClass }: PointDto) => ({
  ...{ id, label, device: device?.name ?? "", isInside: pointClass !== "outside" },
});

/** The samples of which the result was made, by instant. */
export const listSamples = defineOperation({
  name: "verificationTask.samples",
  kind: "query",
  permission: "viewVerifyTask",
  input: SampleQuery,
  async run(ctx, { id, measure, iDisplayStart: start, iDisplayLength: length }): Promise<SamplePage> {
    const { grid, sampled, space } = await samplesOf(ctx, id, measure);
    return {
      ...{ measure, total: grid.length, points: sampled.map(({ point }) => sampledPoint(point)) },
      items: grid.slice(start, start + length).map((at, index) => ({
        ...{ at, value: space[start + index] ?? null },
        values: sampled.map(({ samples }) => samples[start + index] ?? null),
      })),
    };
  },
});

/** The samples over time for pictures of the space. */
export const getPicture = defineOperation({
  name: "verificationTask.picture",
  kind: "query",
  permission: "viewVerifyTask",
  input: PictureQuery,
  async run(ctx, { id, measure }): Promise<PictureDto> {
    const { grid, sampled, space } = await samplesOf(ctx, id, measure);
    const step = Math.max(1, Math.ceil(grid.length / PICTURE_INSTANTS));
    const chosen = <T>(all: readonly T[]) => all.filter((_, index) => index % step === 0);
    return {
      ...{ measure, ats: chosen(grid), space: chosen(space) },
      points: sampled.map(({ point, samples }) => ({
        ...{ ...sampledPoint(point), x: point.x, y: point.y, heightMetres: point.heightMetres },
        values: chosen(samples),
      })),
    };
  },
});

/** Works out the hash of the record anew, and compares it with the readings of the history. */
export const checkTask = defineOperation({
  name: "verificationTask.check",
  kind: "query",
  permission: "viewVerifyTask",
  input: ById,
  async run(ctx, { id }): Promise<RecordCheck> {
    const visibility = visibilityOf(ctx);
    const task = await getTask(ctx.db, visibility, id);
    return checkRecord(ctx.db, task, await findPoints(ctx.db, visibility, id));
  },
});
