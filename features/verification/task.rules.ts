import type { VerificationTest } from "@/db/verification-enums";
import { AppError, type Issue } from "@/lib/errors";
import { missingOf, type PointRule, requiredOf, type Space } from "./point.rules";
import { MINIMUM_POINTS } from "./sample.rules";
import type { PointDto, TaskDto } from "./task.schema";

type Planned = Pick<TaskDto, "samplingSeconds" | "samplingMode" | "durationMinutes" | "limits" | "timeZone"> & {
  space: Space | null;
  rule: PointRule | null;
};
type StartPoint = Pick<PointDto, "label" | "pointClass" | "device"> & {
  busy: string | null;
  isAway: boolean;
  hasTemperature: boolean;
  hasHumidity: boolean;
};
/** A reason not to start, with the field that it is about. `names`: the points or devices concerned. */
export type Obstacle = Pick<Issue, "path" | "rule" | "message" | "names" | "limit">;

const LISTED = 10;
const listed = (names: readonly string[]) =>
  [...names.slice(0, LISTED), ...(names.length > LISTED ? ["…"] : [])].join(", ");

/**
 * Why a task cannot start: too few points, a point without a device, a device that is in another verification at the
 * time, that is disabled or with another customer, that measures too rarely or the wrong thing, or whose calibration ends
 * before the task does. `lastDay` is the day on which it ends, as `yyyy-mm-dd` in the customer's zone.
 */
export function obstaclesOf(task: Planned, points: readonly StartPoint[], lastDay: string): Obstacle[] {
  const { space, rule, samplingMode, samplingSeconds, limits } = task;
  if (space === null || rule === null) return [{ path: "space", rule: "required", message: "is not planned yet" }];
  const found: Obstacle[] = missingOf(requiredOf(rule, space), points).map((one) => ({
    ...{
      path: "points",
      rule: `tooFew${one.pointClass.charAt(0).toUpperCase()}${one.pointClass.slice(1)}`,
      limit: one.required,
    },
    message: `too few points of the class ${one.pointClass}: ${one.placed} of ${one.required}`,
  }));
  const add = (rule: string, chosen: readonly StartPoint[], message: string, text?: (point: StartPoint) => string) => {
    if (chosen.length === 0) return;
    const names = listed(
      chosen.map(text ?? (({ label, device }) => (device?.name ? `${label} (${device.name})` : label))),
    );
    found.push({ path: "points", rule, names, message: `${message}: ${names}` });
  };
  const inside = points.filter(({ pointClass }) => pointClass !== "outside");
  if (inside.length < MINIMUM_POINTS[samplingMode])
    found.push({
      ...{ path: "samplingMode", rule: "minimumPoints", limit: MINIMUM_POINTS[samplingMode] },
      message: `this mode needs ${MINIMUM_POINTS[samplingMode]} points`,
    });
  const equipped = points.filter(({ device }) => device !== null);
  add(
    "pointDevice",
    points.filter(({ device }) => device === null),
    "points without a device",
  );
  add(
    "deviceBusy",
    equipped.filter(({ busy }) => busy !== null),
    "devices in another verification",
    ({ label, device, busy }) => `${label} (${device?.name ?? ""}, ${busy})`,
  );
  add(
    "deviceAway",
    points.filter(({ isAway }) => isAway),
    "devices that are disabled or with another customer at the time",
  );
  add(
    "deviceTemperature",
    equipped.filter(({ hasTemperature }) => !hasTemperature),
    "devices without temperature",
  );
  if (limits.humidity)
    add(
      "deviceHumidity",
      equipped.filter(({ pointClass, hasHumidity }) => pointClass !== "outside" && !hasHumidity),
      "devices without humidity",
    );
  add(
    "deviceTooSlow",
    equipped.filter(({ device }) => (device?.reportIntervalSeconds ?? 0) > samplingSeconds),
    "devices that report more rarely than the task samples",
  );
  add(
    "deviceCalibration",
    equipped.filter(({ device }) => device?.dueOn == null || device.dueOn < lastDay),
    "devices whose calibration ends before the task does",
    ({ label, device }) => `${label} (${device?.name ?? ""}, ${device?.dueOn ?? "–"})`,
  );
  return found;
}

/** Throws CONFLICT with all obstacles. */
export function assertStartable(obstacles: readonly Obstacle[]): void {
  const [first] = obstacles;
  if (!first) return;
  throw new AppError("CONFLICT", `${first.path}: ${first.message}`, { issues: [...obstacles] });
}

/** `V` + the day + a number of the day that is not taken: `V261128-001`. `day` as `yyyy-mm-dd`. */
export function numberOf(day: string, taken: readonly string[]): string {
  const stem = `V${day.slice(2).replaceAll("-", "")}-`;
  const used = taken.flatMap((number) => (number.startsWith(stem) ? Number(number.slice(stem.length)) || [] : []));
  return `${stem}${String(Math.max(0, ...used) + 1).padStart(3, "0")}`;
}

/** The state of `door` and `power` that a test means: a door is open at 1, the power off at 0. */
export const TEST_STATE: Record<VerificationTest, { measure: "door" | "power"; state: 0 | 1 }> = {
  doorOpened: { measure: "door", state: 1 },
  powerOff: { measure: "power", state: 0 },
};
