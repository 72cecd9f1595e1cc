import type { WorkOrderCause, WorkOrderType } from "@/db/work-order-enums";
import { AppError } from "@/lib/errors";

/** `W` + the day + a number of the day that is not taken: `W261128-001`. `day` as `yyyy-mm-dd`. */
export function numberOf(day: string, taken: readonly string[]): string {
  const stem = `W${day.slice(2).replaceAll("-", "")}-`;
  const used = taken.flatMap((number) => (number.startsWith(stem) ? Number(number.slice(stem.length)) || [] : []));
  return `${stem}${String(Math.max(0, ...used) + 1).padStart(3, "0")}`;
}

/** Who submits orders. */
export const ORDER_SOURCES = ["person", "rule", "task"] as const;

/** What the product calls the work on a cause. */
export const TYPE_OF: Record<WorkOrderCause, WorkOrderType> = {
  exception: "repair",
  calibration: "calibration",
  silent: "connection",
  battery: "battery",
  task: "connection",
  verification: "verification",
};

type About = {
  type: WorkOrderType;
  exceptionId: number | null;
  deviceId: number | null;
  carrierId: number | null;
};

/** The cause of an order that a person submits, so that no rule submits another one for it; null: none. */
export function causeOf({
  type,
  exceptionId,
  deviceId,
  carrierId,
}: About): { cause: WorkOrderCause; causeKey: string } | null {
  if (exceptionId !== null) return { cause: "exception", causeKey: keyOf("exception", exceptionId) };
  if (type === "verification" && carrierId !== null)
    return { cause: "verification", causeKey: keyOf("verification", carrierId) };
  if (deviceId === null) return null;
  const cause = (["calibration", "silent", "battery"] as const).find((one) => TYPE_OF[one] === type);
  return cause ? { cause, causeKey: keyOf(cause, deviceId) } : null;
}

/** The key of a cause with its record. What a monitor task finds is a silence, so there is one order for both. */
export const keyOf = (cause: WorkOrderCause, id: number): string => `${cause === "task" ? "silent" : cause}:${id}`;

/** The warning before an order is due: never before it was submitted. Null: no warning, it is due at once or never. */
export function remindAt(
  { dueAt, remindMinutes }: { dueAt: Date | null; remindMinutes: number },
  createdAt: Date,
): Date | null {
  if (dueAt === null || remindMinutes === 0) return null;
  const at = new Date(dueAt.getTime() - remindMinutes * 60_000);
  return at > createdAt ? at : null;
}

const minuteOf = (at: number | null) => (at === null ? null : Math.floor(at / 60_000));

/**
 * Throws INVALID for a due time (epoch ms) that has passed when it is set; null: none. One that was set before stays, by
 * the minute that forms show, so that an overdue order can still be changed otherwise.
 */
export function assertDueAhead(dueAt: number | null, now: number, before: number | null = null): void {
  if (dueAt === null || dueAt > now || minuteOf(dueAt) === minuteOf(before)) return;
  const issue = { path: "dueAt", rule: "future", message: "must lie in the future" };
  throw new AppError("INVALID", `dueAt: ${issue.message}`, { issues: [issue] });
}

type Placed = { path: readonly string[] };
export type Stop<Row> = { site: string; nodes: { name: string; rows: Row[] }[] };

/** Orders by site, then node, in the order given; `elsewhere` names those without a place. */
export function roundOf<Row extends Placed>(rows: readonly Row[], elsewhere: string): Stop<Row>[] {
  const stops: Stop<Row>[] = [];
  for (const row of rows) {
    const site = row.path[0] ?? elsewhere;
    const name = row.path.slice(1).join(" / ");
    let stop = stops.find((one) => one.site === site);
    if (!stop) {
      stop = { site, nodes: [] };
      stops.push(stop);
    }
    const node = stop.nodes.find((one) => one.name === name);
    if (node) node.rows.push(row);
    else stop.nodes.push({ name, rows: [row] });
  }
  return stops;
}
