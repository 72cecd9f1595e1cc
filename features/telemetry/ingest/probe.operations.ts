import "server-only";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { HistoryRange } from "../history/history.schema";
import { MAXIMUM_PROBES } from "../history/limits.rules";
import { findChoices, getProbes, type ReadableProbe } from "./probe.data";
import { SURROUNDING_MEASURES } from "./probe.rules";
import { ChoiceInput, type ChoicesDto } from "./probe.schema";

/** What can be chosen: carriers that match, with their probes, limits and units. At most 50; narrow the search for more. */
export const listChoices = defineOperation({
  name: "history.choices",
  kind: "query",
  permission: "viewHistory",
  input: ChoiceInput,
  run: ({ db, scope }, { q }): Promise<ChoicesDto> => findChoices(db, scope, q || undefined),
});

type Asked = Pick<HistoryRange, "probeIds" | "carrierIds" | "from" | "to">;
type Opened = { probes: ReadableProbe[]; timeZone: string };

/** The probes of a call, and the zone its days are cut in: that of the account's customer. */
export async function openProbes(ctx: OperationContext, asked: Asked): Promise<Opened> {
  const opened = await openAll(ctx, asked);
  const count = opened.probes.length;
  if (count <= MAXIMUM_PROBES) return opened;
  const message = `these carriers have ${count} probes, at most ${MAXIMUM_PROBES} go together`;
  throw new AppError("INVALID", `carrierIds: ${message}`, {
    issues: [{ path: "carrierIds", rule: "too_big", message }],
  });
}

/** For a screen: of carriers the first probes that watch the surroundings, as many as go together; `hidden` counts the rest. */
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
