import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { openProbes } from "../ingest/probe.operations";
import { spansOf } from "../ingest/probe.rules";
import { findEvents } from "./event.data";
import type { EventDto } from "./event.schema";
import { HistoryRange } from "./history.schema";

const TOLD = 500;

/** What happened in the range where the probes hung: defrosts, alarm switches, devices that came and went, marked readings. */
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
