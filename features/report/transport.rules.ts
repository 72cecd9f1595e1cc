import type { ReportStop, ReportTransport } from "./transport.schema";

/** Where a transport was: at a stop, or between two. */
export type Whereabouts = { at: string } | { from: string; to: string };

/** Where a transport was at an instant (epoch ms), by the times of its stops; before the first one it was there. */
export function whereAt(
  stops: readonly Pick<ReportStop, "name" | "arrivedAt" | "departedAt">[],
  at: number,
): Whereabouts {
  const last = Math.max(
    0,
    stops.findLastIndex(({ arrivedAt, departedAt }) => (arrivedAt ?? departedAt ?? Number.POSITIVE_INFINITY) <= at),
  );
  const [stop, next] = [stops[last], stops[last + 1]];
  const name = stop?.name ?? "";
  return next && stop?.departedAt != null && stop.departedAt <= at ? { from: name, to: next.name } : { at: name };
}

/** How late a stop was reached, in ms; negative: early. Null without a plan, or before the arrival. */
export const delayOf = ({ plannedArriveAt, arrivedAt }: Pick<ReportStop, "plannedArriveAt" | "arrivedAt">) =>
  plannedArriveAt === null || arrivedAt === null ? null : arrivedAt - plannedArriveAt;

/** How late the destination was reached, in ms. */
export function arrivalDelayOf({ stops }: Pick<ReportTransport, "stops">): number | null {
  const last = stops.at(-1);
  return last ? delayOf(last) : null;
}
