import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { openProbes } from "../ingest/probe.operations";
import { spansOf } from "../ingest/probe.rules";
import { findEvents } from "./event.data";
import type { EventDto } from "./event.schema";
import { HistoryRange } from "./history.schema";

const TOLD = 500;

/**
 * Events of the range where the probes were mounted: defrosts, alarm switches, mounted and removed devices, marked
 * readings.
 */
export const listEvents = defineOperation({
  name: "history.events",
  kind: "query",
  permission: "viewHistory",
  input: HistoryRange,
  async run(ctx, asked): Promise<EventDto> {
    const { probes } = await openProbes(ctx, asked);
    const carrierIds = [...new Set(probes.flatMap(({ carrierId }) => carrierId ?? []))];
    const items = await findEvents(ctx.db, carrierIds, spansOf(probes, asked), asked, TOLD + 1);
    return { items: items.slice(-TOLD), isComplete: items.length <= TOLD };
  },
});
