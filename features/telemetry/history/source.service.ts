import "server-only";
import { redirect } from "next/navigation";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { openProbes } from "../ingest/probe.operations";
import { spansOf } from "../ingest/probe.rules";
import { HistoryRange } from "./history.schema";
import { findSources } from "./source.data";
import { coversRange } from "./source.rules";
import type { SourceView } from "./source.schema";

const DAY_MS = 24 * 3_600_000;

/**
 * The devices of the part of the history that the address names, in the same form as for the history window; without
 * a range, of the last day. An address that names none leads to the choice of probes there.
 */
export async function loadSources(ctx: PageContext): Promise<SourceView> {
  const { probeIds, carrierIds } = ctx.search;
  if (probeIds === undefined && carrierIds === undefined) redirect(`/${ctx.locale}/historyData`);
  const now = ctx.now.getTime();
  const hasRange = ctx.search.from !== undefined || ctx.search.to !== undefined;
  const [from, to] = hasRange
    ? [ctx.search.from, ctx.search.to]
    : [new Date(now - DAY_MS).toISOString(), new Date(now).toISOString()];
  const asked = HistoryRange.safeParse({ probeIds, carrierIds, from, to });
  if (!asked.success) throw notFound("history", String(probeIds ?? carrierIds ?? ""));
  const { probes, timeZone } = await openProbes(ctx, asked.data);
  const seen = [...new Set(probes.flatMap(({ carrierId }) => carrierId ?? []))];
  const items = await findSources(ctx.db, spansOf(probes, asked.data), asked.data.carrierIds ?? seen, asked.data);
  const range = { from: asked.data.from, to: asked.data.to };
  const query = new URLSearchParams(
    Object.entries({ probeIds, carrierIds, from, to }).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
  return {
    items: items.map((item) => ({
      ...item,
      opens: holds(ctx, `view${DEVICE_SUBJECT[item.kind]}`),
      isCovered: coversRange(item.certificate, range, timeZone),
    })),
    range,
    timeZone,
    history: `/historyData?${query}`,
    now,
  };
}
