import "server-only";
import { z } from "zod";
import { visibilityOf } from "@/lib/auth/visibility";
import { listExport } from "@/lib/export/list-export";
import { ById } from "@/lib/resource/by-id";
import { findDue } from "./due.data";
import { type DueDto, DueListQuery } from "./due.schema";
import { samplesOf } from "./record.operations";
import { VERIFIED_MEASURES, type VerifiedMeasure } from "./result.schema";
import { findTasks, type TaskRow } from "./task.data";
import { TaskListQuery } from "./task.schema";

/** The verifications that match the list's criteria, in its order. */
export const taskExport = listExport({
  kind: "verificationTask",
  permission: "viewVerifyTask",
  input: TaskListQuery,
  headers: "verification.field",
  columns: {
    ...{ number: 14, state: 14, name: 36, carrier: 28, place: 36, object: 14, kind: 16, load: 10, pointCount: 8 },
    ...{ plannedAt: 28, startedAt: 28, recordedFrom: 28, recordedTo: 28, verdict: 16, terminatedAt: 28 },
    ...{ remark: 40, customer: 24 },
  },
  page: (ctx, query) => findTasks(ctx.db, visibilityOf(ctx), query),
  cells(row: TaskRow, { look, stamp }) {
    const t = look("verification");
    return {
      ...{ number: row.number, state: t(`state.${row.state}`), name: row.name },
      ...{ carrier: row.carrier.name ?? look("common.unseen")("carrier"), place: row.path.join(" / ") },
      ...{ object: t(`object.${row.object}`), kind: t(`kind.${row.kind}`), load: t(`load.${row.load}`) },
      ...{ pointCount: row.pointCount, plannedAt: stamp(row.plannedAt), startedAt: stamp(row.startedAt) },
      ...{ recordedFrom: stamp(row.recordedFrom), recordedTo: stamp(row.recordedTo) },
      ...{ verdict: row.verdict && t(`verdict.${row.verdict}`), terminatedAt: stamp(row.terminatedAt) },
      ...{ remark: row.remark, customer: row.customerName },
    };
  },
});

/** The carriers that are verified, with when that is due again. */
export const dueExport = listExport({
  kind: "verificationDue",
  permission: "viewVerifyTask",
  input: DueListQuery,
  headers: "verification.field",
  columns: {
    ...{ carrierId: 28, place: 36, object: 14, dueState: 16, dueAt: 28, last: 14, verdict: 16, next: 14 },
    ...{ order: 14, customer: 24 },
  },
  page: (ctx, query) => findDue(ctx.db, visibilityOf(ctx), query, ctx.now),
  cells(row: DueDto, { look, stamp }) {
    const t = look("verification");
    const { last, next, order } = row;
    return {
      ...{ carrierId: row.carrier.name ?? look("common.unseen")("carrier"), place: row.path.join(" / ") },
      ...{ object: t(`object.${row.object}`), dueState: t(`dueState.${row.state}`), dueAt: stamp(row.dueAt) },
      ...{ last: last?.number ?? null, verdict: last?.verdict ? t(`verdict.${last.verdict}`) : null },
      ...{ next: next?.number ?? null, order: order?.number ?? null, customer: row.customerName },
    };
  },
});

const SampleExportQuery = z.strictObject({
  ...ById.shape,
  measure: z.enum(VERIFIED_MEASURES).default("temperature"),
  iDisplayStart: z.coerce.number().int().min(0).default(0),
  iDisplayLength: z.coerce.number().int().min(1).max(500).default(100),
});

type SampleLine = {
  at: number;
  label: string;
  pointClass: string;
  device: string;
  measure: VerifiedMeasure;
  value: number | null;
};

/** The samples of a verification, a row for each instant and point. */
export const sampleExport = listExport({
  kind: "verificationSample",
  permission: "viewVerifyTask",
  input: SampleExportQuery,
  headers: "verification.field",
  columns: { at: 28, label: 10, pointClass: 20, device: 24, measure: 14, value: 10 },
  async page(ctx, { id, measure, iDisplayStart: start, iDisplayLength: length }) {
    const { grid, sampled } = await samplesOf(ctx, id, measure);
    const items = Array.from(
      { length: Math.max(0, Math.min(length, grid.length * sampled.length - start)) },
      (_, row) => {
        const [place, index] = [Math.floor((start + row) / sampled.length), (start + row) % sampled.length];
        const { point, samples } = sampled[index] as (typeof sampled)[number];
        const { label, pointClass, device } = point;
        const value = samples[place] ?? null;
        return { at: grid[place] as number, label, pointClass, device: device?.name ?? "", measure, value };
      },
    );
    return { items, total: grid.length * sampled.length };
  },
  cells({ at, label, pointClass, device, measure, value }: SampleLine, { look, stamp }) {
    const t = look("verification");
    return {
      at: stamp(at),
      label,
      pointClass: t(`class.${pointClass}`),
      device,
      measure: t(`measure.${measure}`),
      value,
    };
  },
});
