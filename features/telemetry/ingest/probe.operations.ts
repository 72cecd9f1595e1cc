import "server-only";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { HistoryRange } from "../history/history.schema";
import { MAXIMUM_PROBES } from "../history/limits.rules";
import { findChoices, getProbes, type ReadableProbe } from "./probe.data";
import { SURROUNDING_MEASURES } from "./probe.rules";
import { ChoiceInput, type ChoicesDto, type HistoryProbe } from "./probe.schema";

/** Lists matching carriers with their probes, limits and units; at most 50. */
export const listChoices = defineOperation({
  name: "history.choices",
  kind: "query",
  permission: "viewHistory",
  input: ChoiceInput,
  run: ({ db, scope }, { q }): Promise<ChoicesDto> => findChoices(db, scope, q || undefined),
});

/** The same for the detail data, whose readers need not view the history. */
export const listDetailChoices = defineOperation({
  name: "detail.choices",
  kind: "query",
  permission: "viewDetailData",
  input: ChoiceInput,
  run: ({ db, scope }, { q }): Promise<ChoicesDto> => findChoices(db, scope, q || undefined),
});

/** What a screen may know of a probe. */
export const shownProbe = ({ periods: _, watchedFrom: __, timeZone: ___, ...probe }: ReadableProbe): HistoryProbe =>
  probe;

type Asked = Pick<HistoryRange, "probeIds" | "carrierIds" | "from" | "to">;
type Opened = { probes: ReadableProbe[]; timeZone: string };

/** The requested probes, and the zone in which days are cut: that of the account's customer. */
export async function openProbes(ctx: OperationContext, asked: Asked): Promise<Opened> {
  const opened = await openAll(ctx, asked);
  const count = opened.probes.length;
  if (count <= MAXIMUM_PROBES) return opened;
  const message = `these carriers have ${count} probes, at most ${MAXIMUM_PROBES} go together`;
  throw new AppError("INVALID", `carrierIds: ${message}`, {
    issues: [{ path: "carrierIds", rule: "probesTogether", message, limit: MAXIMUM_PROBES }],
  });
}

/**
 * For a screen: the first probes of the carriers that monitor the surroundings, up to the maximum; `hidden` counts the
 * rest.
 */
export async function openShown(ctx: OperationContext, asked: Asked): Promise<Opened & { hidden: number }> {
  const opened = await openAll(ctx, asked);
  if (asked.probeIds) return { ...opened, hidden: 0 };
  const surrounding = opened.probes.filter(({ measure }) => SURROUNDING_MEASURES.includes(measure));
  const probes = surrounding.length > 0 ? surrounding : opened.probes;
  return {
    ...opened,
    probes: probes.slice(0, MAXIMUM_PROBES),
    hidden: Math.max(0, probes.length - MAXIMUM_PROBES),
  };
}

async function openAll({ db, scope, actor }: OperationContext, asked: Asked): Promise<Opened> {
  const probes = await getProbes(db, scope, asked, asked);
  const own = actor.type === "user" ? actor.principal.customer.timeZone : undefined;
  return { probes, timeZone: own ?? probes[0]?.timeZone ?? "UTC" };
}
