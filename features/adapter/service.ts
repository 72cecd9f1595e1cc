import "server-only";
import { reportProperties } from "@/features/device/properties.operations";
import { MAXIMUM_DEVICES } from "@/features/device/properties.schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { MAXIMUM_READINGS, type Rejection } from "@/features/telemetry/ingest/ingest.schema";
import { storeUnknown } from "@/features/telemetry/unknown/operations";
import type { Adapter } from "@/features/telemetry/unknown/schema";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { heardDevices, storeMessages } from "./mapping/mapping.operations";
import { applyMappings } from "./mapping/mapping.rules";
import { type Adapted, changed, ignoredAmong, nameFault, type Report, UNKNOWN_DEVICE } from "./rules";
import type { AdaptedResult } from "./schema";

/** Rejects more items than the ingest endpoint accepts readings, before any of them is parsed. */
export function boundItems(count: number): void {
  if (count > MAXIMUM_READINGS) throw new AppError("TOO_LARGE", `items: at most ${MAXIMUM_READINGS}`);
}

/**
 * Common end of every adapter: readings go to the ingest endpoint, other fields to the properties of the devices.
 * Rejections refer to the item of the payload; unknown fields are listed by name.
 */
export async function ingestAdapted(ctx: OperationContext, adapted: Adapted, adapter: Adapter): Promise<AdaptedResult> {
  const devices = await heardDevices(
    ctx,
    adapted.items.map(({ device }) => device),
  );
  const { readings, reports, issues, items } = changed(adapted, (device, read) => {
    const mappings = devices.get(device.toUpperCase())?.fields;
    return mappings ? applyMappings(read, mappings) : read;
  });
  const fields = new Map(items.map((item) => [item.index, item.fields]));
  const result = await ingest(
    ctx,
    readings.map(({ index: _, ...reading }) => reading),
    { adapter, payloadOf: (index) => fields.get(readings[index]?.index ?? -1) ?? readings[index] },
  );
  const rejected: Rejection[] = [...issues];
  const told = new Set<number>();
  for (const { index, reason } of result.rejected) {
    const item = readings[index]?.index ?? index;
    told.add(item);
    rejected.push({ index: item, reason });
  }
  const strangers: Report[] = [];
  for (const one of await keep(ctx, reports, strangers)) if (!told.has(one.index)) rejected.push(one);
  // A report with a reading is stored with that reading.
  const speechless = strangers.filter(({ index }) => !told.has(index));
  await storeUnknown(
    ctx,
    adapter,
    speechless.map(({ index, device, properties }) => ({
      device,
      payload: fields.get(index) ?? properties,
      reading: null,
    })),
  );
  rejected.sort((a, b) => a.index - b.index);
  await storeMessages(ctx, adapter, devices, items);
  const ignored = ignoredAmong(items);
  return { ...result, rejected, ...(ignored.length > 0 && { ignored }) };
}

/**
 * Stores the last report of each device and adds those of unknown devices to `strangers`. The readings are already
 * stored, so an error must not fail the call.
 */
async function keep(ctx: OperationContext, reports: readonly Report[], strangers: Report[]): Promise<Rejection[]> {
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
      for (const { index, reason } of answer.rejected) {
        const report = part[index];
        rejected.push({ index: report?.index ?? 0, reason });
        if (report && reason === UNKNOWN_DEVICE) strangers.push(report);
      }
    }
  } catch (error) {
    log.warn(
      { err: error, requestId: ctx.requestId },
      "readings are stored, but not the properties that came with them",
    );
  }
  return rejected;
}
