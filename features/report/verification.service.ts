import "server-only";
import { requiredOf } from "@/features/verification/point.rules";
import { checkTask, samplesOf } from "@/features/verification/record.operations";
import { getOneTask } from "@/features/verification/task.operations";
import type { TaskDetailDto } from "@/features/verification/task.schema";
import { conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { csvWriter, stamper } from "@/lib/spreadsheet/csv";
import { shownCell, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { ReportSource } from "./report.schema";
import type { ReportVerification } from "./verification.schema";

/**
 * A verification with its carrier and the time of its record. Throws NOT_FOUND outside the scope, CONFLICT without a
 * result, or if the caller may not see the carrier.
 */
export async function openVerification(ctx: OperationContext, id: number) {
  const task = await getOneTask.call(ctx, { id });
  const { carrier, result } = task;
  if (result === null) throw conflict("verificationId", "verificationNoResult", "has no result yet");
  if (carrier.name === null) throw conflict("verificationId", "verificationElsewhere", "its carrier is not visible");
  return {
    customerId: task.customerId,
    carrierIds: [carrier.id],
    range: { from: result.from, to: result.to },
    task: { ...task, result },
  };
}

/** The rows of the samples of a task: instant, point, device, measure, unit, value. */
async function csvOf(
  ctx: OperationContext,
  { id, carrier, limits, timeZone }: TaskDetailDto,
  values: ValueLocale,
): Promise<string> {
  const stamp = stamper(timeZone);
  let text = "";
  for (const measure of limits.humidity ? (["temperature", "humidity"] as const) : (["temperature"] as const)) {
    const { grid, sampled } = await samplesOf(ctx, id, measure);
    for (const { point, samples } of sampled) {
      const name = `${carrier.name ?? ""} ${point.label}`;
      const fixed = [name, point.device?.name ?? null, measure, unitOf(measure, values)];
      const write = csvWriter(1 + fixed.length + 1);
      for (const [place, at] of grid.entries()) {
        const value = samples[place];
        if (value !== null && value !== undefined)
          text += write([stamp(at), ...fixed, shownCell(value, measure, values)]);
      }
    }
  }
  return text;
}

type Gathered = { verification: ReportVerification; source: Pick<ReportSource, "verification" | "csv"> };

/**
 * What a report says of a verification, and what its pictures and attachment are made of; with `written`, the locale of
 * the unit, the attachment too.
 */
export async function gatherVerification(
  ctx: OperationContext,
  id: number,
  written: ValueLocale | null,
): Promise<Gathered> {
  const { task } = await openVerification(ctx, id);
  const { points, space, rule } = task;
  if (space === null || rule === null) throw new Error(`verification ${id} has a result without a plan`);
  const { state } = await checkTask.call(ctx, { id });
  const { grid, sampled, space: values } = await samplesOf(ctx, id, "temperature");
  const { number, name, description, object, kind, load, tests, limits, samplingMode, samplingSeconds } = task;
  const { durationMinutes, gapPercent, ruleName, ruleSource, marks, startedAt, stopReason, remark } = task;
  const { terminatedAt, terminatedBy, frozenAt, dataSha256, result } = task;
  return {
    verification: {
      ...{ id, number, name, description, object, kind, load, tests, limits, samplingMode, samplingSeconds },
      ...{ durationMinutes, gapPercent, space, rule, ruleName, ruleSource, marks, startedAt, stopReason, remark },
      ...{ terminatedAt, terminatedBy, frozenAt, dataSha256, result },
      isIntact: state === "intact",
      required: requiredOf(rule, space),
      points: points.map(({ label, pointClass, x, y, heightMetres, device }) => ({
        ...{ label, pointClass, x, y, heightMetres, device: device?.name ?? "", dueOn: device?.dueOn ?? null },
      })),
    },
    source: {
      verification: {
        ...{ ats: grid, space: values },
        points: sampled.map(({ point: { label, pointClass, x, y }, samples }) => ({
          ...{ label, isInside: pointClass !== "outside", x, y, values: samples },
        })),
      },
      csv: written === null ? "" : await csvOf(ctx, task, written),
    },
  };
}
