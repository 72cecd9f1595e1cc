import "server-only";
import { reportProperties } from "@/features/device/properties/operations";
import { MAXIMUM_DEVICES } from "@/features/device/properties/schema";
import { takeIn } from "@/features/telemetry/ingest/operations";
import { type IngestResult, MAXIMUM_READINGS, type Rejection } from "@/features/telemetry/ingest/schema";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { nameFault } from "./rules";
import type { Adapted, Report } from "./schema";

/** Refuses more items than the ingest door takes readings, before any of them is looked at. */
export function boundItems(count: number): void {
  if (count > MAXIMUM_READINGS) throw new AppError("TOO_LARGE", `items: at most ${MAXIMUM_READINGS}`);
}

/**
 * What every adapter does with what it has read: readings through the ingest door, the rest into the properties of the
 * devices. What is refused is told by the item of the payload that it came from.
 */
export async function takeAdapted(
  ctx: OperationContext,
  { readings, reports, issues }: Adapted,
): Promise<IngestResult> {
  const result = await takeIn(
    ctx,
    readings.map(({ index: _, ...reading }) => reading),
  );
  const rejected: Rejection[] = [...issues];
  const told = new Set<number>();
  for (const { index, reason } of result.rejected) {
    const item = readings[index]?.index ?? index;
    told.add(item);
    rejected.push({ index: item, reason });
  }
  for (const one of await keep(ctx, reports)) if (!told.has(one.index)) rejected.push(one);
  rejected.sort((a, b) => a.index - b.index);
  return { ...result, rejected };
}

/** The last report of each device. The readings are stored by now, so none of this may fail the call. */
async function keep(ctx: OperationContext, reports: readonly Report[]): Promise<Rejection[]> {
  const rejected: Rejection[] = [];
  const named = new Map<string, Report>();
  for (const report of reports) {
    const reason = nameFault(report.device);
    if (reason === null) named.set(report.device.toUpperCase(), report);
    else rejected.push({ index: report.index, reason });
  }
  const last = [...named.values()];
  try {
    for (let start = 0; start < last.length; start += MAXIMUM_DEVICES) {
      const part = last.slice(start, start + MAXIMUM_DEVICES);
      const answer = await reportProperties.call(ctx, {
        devices: part.map(({ device, properties }) => ({ device, properties })),
      });
      for (const { index, reason } of answer.rejected) rejected.push({ index: part[index]?.index ?? 0, reason });
    }
  } catch (error) {
    log.warn(
      { err: error, requestId: ctx.requestId },
      "readings are stored, but not the properties that came with them",
    );
  }
  return rejected;
}
