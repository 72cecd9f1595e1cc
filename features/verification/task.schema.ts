import { z } from "zod";
import {
  POINT_CLASSES,
  type PointClass,
  SAMPLING_MODES,
  type SamplingMode,
  VERIFICATION_KINDS,
  VERIFICATION_LOADS,
  VERIFICATION_OBJECTS,
  VERIFICATION_STATES,
  VERIFICATION_TESTS,
  type VerificationKind,
  type VerificationLoad,
  type VerificationObject,
  type VerificationState,
  type VerificationTest,
  type VerificationVerdict,
} from "@/db/verification-enums";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById, VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { boundsOf, hasTwoDecimals, limitIssues } from "@/lib/units/limits";
import {
  checkSpan,
  lineText,
  multilineText,
  optionalMultilineText,
  recordId,
  requiredText,
} from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import type { Act } from "./act.rules";
import {
  COUNT_MAXIMUM,
  DURATION_MINUTES,
  GAP_PERCENT,
  LABEL_LENGTH,
  METRES,
  MOST_POINTS,
  MOST_SAMPLES,
  NAME_LENGTH,
  REASON_LENGTH,
  SAMPLING_SECONDS,
  TEXT_LENGTH,
  TIMEOUT_MINUTES,
  VALID_MONTHS,
} from "./limits.rules";
import type { PointRule, Space } from "./point.rules";
import type { TaskLimits, VerificationResult } from "./result.schema";

type Bounds = { minimum: number; maximum: number };
const whole = ({ minimum, maximum }: Bounds) => z.number().int().min(minimum).max(maximum);
const count = () => whole({ minimum: 0, maximum: COUNT_MAXIMUM });
const metres = () => z.number().min(METRES.minimum).max(METRES.maximum);

/** Setting and limits of one measure: the limits are in order, and the setting is between them. */
const limitsOf = (measure: "temperature" | "humidity") =>
  z
    .strictObject({ setting: z.number().nullable().default(null), minimum: z.number(), maximum: z.number() })
    .superRefine(({ setting, ...limits }, context) => {
      for (const { path, rule, message } of limitIssues({ measure, ...limits }))
        context.addIssue({ code: "custom", path: [path], params: { rule }, message });
      if (setting === null) return;
      const { minimum, maximum, rule } = boundsOf(measure);
      const broken = !hasTwoDecimals(setting)
        ? "twoDecimals"
        : setting < minimum || setting > maximum
          ? rule
          : setting < limits.minimum || setting > limits.maximum
            ? "withinLimits"
            : null;
      if (broken) context.addIssue({ code: "custom", path: ["setting"], params: { rule: broken }, message: broken });
    });

const fields = {
  name: requiredText(NAME_LENGTH),
  description: optionalMultilineText(TEXT_LENGTH),
  object: z.enum(VERIFICATION_OBJECTS),
  kind: z.enum(VERIFICATION_KINDS),
  load: z.enum(VERIFICATION_LOADS).default("empty"),
  tests: z
    .array(z.enum(VERIFICATION_TESTS))
    .default([])
    .transform((tests) => VERIFICATION_TESTS.filter((test) => tests.includes(test))),
  limits: z.strictObject({
    temperature: limitsOf("temperature"),
    humidity: limitsOf("humidity").nullable().default(null),
  }),
  samplingMode: z.enum(SAMPLING_MODES).default("average"),
  samplingSeconds: whole(SAMPLING_SECONDS),
  durationMinutes: whole(DURATION_MINUTES),
  timeoutMinutes: whole(TIMEOUT_MINUTES).default(TIMEOUT_MINUTES.default),
  gapPercent: whole(GAP_PERCENT).default(GAP_PERCENT.default),
  validMonths: whole(VALID_MONTHS).default(VALID_MONTHS.default),
  plannedAt: instant(),
  notifyCompletion: z.boolean().default(true),
  notifyTimeout: z.boolean().default(true),
  notifyException: z.boolean().default(true),
  userId: recordId().nullable().default(null),
  groupId: recordId().nullable().default(null),
};

type Checked = { samplingSeconds: number; durationMinutes: number; userId: number | null; groupId: number | null };

function checkTask({ samplingSeconds, durationMinutes, userId, groupId }: Checked, context: z.RefinementCtx): void {
  const add = (path: string, rule: string, message: string, limit?: number) =>
    context.addIssue({ code: "custom", path: [path], params: { rule, limit }, message });
  if ((durationMinutes * 60) / samplingSeconds > MOST_SAMPLES)
    add("samplingSeconds", "tooManySamples", `at most ${MOST_SAMPLES} samples`, MOST_SAMPLES);
  if (samplingSeconds > durationMinutes * 60) add("samplingSeconds", "withinDuration", "at most the duration");
  if (userId !== null && groupId !== null) add("groupId", "personOrGroup", "a person or a group, not both");
}

export const TaskCreate = z.strictObject({ ...fields, carrierId: recordId() }).superRefine(checkTask);
export type TaskCreate = z.output<typeof TaskCreate>;

export const TaskUpdate = z.strictObject({ ...VersionedId.shape, ...fields }).superRefine(checkTask);
export type TaskUpdate = z.output<typeof TaskUpdate>;

const SpaceInput = z.strictObject({
  ...{ lengthMetres: metres(), widthMetres: metres(), heightMetres: metres() },
  ...{ fans: count(), doors: count(), deadCorners: count(), racks: count(), probes: count() },
});

/** The counts and distances of a rule, for plans and presets. */
export const ruleFields = {
  uniformMinimum: whole({ minimum: 1, maximum: MOST_POINTS }),
  horizontalMetres: metres().nullable().default(null),
  verticalMetres: metres().nullable().default(null),
  perVolumePoints: whole({ minimum: 1, maximum: MOST_POINTS }).nullable().default(null),
  volumeCubicMetres: z.number().min(0.1).max(1_000_000).nullable().default(null),
  ...{ perFan: count(), perDoor: count(), perDeadCorner: count(), perRack: count(), perProbe: count() },
  outside: count(),
};

/** For `superRefine`: points for a volume need both figures. */
export function checkVolume(
  rule: Pick<PointRule, "perVolumePoints" | "volumeCubicMetres">,
  context: z.RefinementCtx,
): void {
  if ((rule.perVolumePoints === null) === (rule.volumeCubicMetres === null)) return;
  const path = rule.perVolumePoints === null ? "perVolumePoints" : "volumeCubicMetres";
  context.addIssue({ code: "custom", path: [path], params: { rule: "required" }, message: "both or none" });
}

const share = () => z.number().min(0).max(1);
const PointInput = z.strictObject({
  label: requiredText(LABEL_LENGTH),
  pointClass: z.enum(POINT_CLASSES),
  ...{ x: share(), y: share(), heightMetres: z.number().min(0).max(METRES.maximum) },
  deviceId: recordId().nullable().default(null),
  besideId: recordId().nullable().default(null),
});
export type PointInput = z.output<typeof PointInput>;

function checkPoints(points: readonly PointInput[], context: z.RefinementCtx): void {
  const labels = new Set<string>();
  const devices = new Set<number>();
  for (const [index, { label, deviceId, besideId, pointClass }] of points.entries()) {
    const add = (path: string, rule: string, message: string) =>
      context.addIssue({ code: "custom", path: [index, path], params: { rule }, message });
    if (labels.has(label.toLowerCase())) add("label", "repeated", "already in the list");
    labels.add(label.toLowerCase());
    if (deviceId !== null && devices.has(deviceId)) add("deviceId", "repeated", "already in the list");
    if (deviceId !== null) devices.add(deviceId);
    if (besideId !== null && (pointClass !== "permanent" || besideId === deviceId))
      add("besideId", "besideItself", "only of a point beside another, permanently mounted device");
  }
}

/** The plan of a task: the space, the rule by which its points are counted, and the points. */
export const PlanInput = z
  .strictObject({
    ...VersionedId.shape,
    space: SpaceInput,
    rule: z.strictObject(ruleFields).superRefine(checkVolume),
    ruleName: lineText(NAME_LENGTH).default(""),
    ruleSource: lineText(NAME_LENGTH).default(""),
    points: z.array(PointInput).max(MOST_POINTS).superRefine(checkPoints),
  })
  .superRefine(({ space: { heightMetres: limit }, points }, context) => {
    for (const [index, { pointClass, heightMetres }] of points.entries()) {
      if (pointClass === "outside" || heightMetres <= limit) continue;
      const path = ["points", index, "heightMetres"];
      const params = { rule: "withinSpace", limit };
      context.addIssue({ code: "custom", path, params, message: `must be within the space: at most ${limit} m` });
    }
  });
export type PlanInput = z.output<typeof PlanInput>;

/** `startedAt` before now is for loggers that are read out afterwards; now by default. */
export const StartInput = z.strictObject({ ...ById.shape, startedAt: instant().optional() });
export const StopInput = z.strictObject({ ...ById.shape, reason: requiredText(REASON_LENGTH) });
export const ConfirmInput = z.strictObject({ ...ById.shape, remark: multilineText(TEXT_LENGTH).default("") });
export const MarkInput = z
  .strictObject({
    ...ById.shape,
    test: z.enum(VERIFICATION_TESTS),
    from: instant(),
    to: instant().optional(),
  })
  .superRefine(checkSpan);
export const UnmarkInput = z.strictObject({ ...ById.shape, markId: recordId() });

export const DeviceQuery = z.strictObject({ ...ById.shape, q: lineText(100).optional() });

export const taskFilters = {
  state: z.enum(VERIFICATION_STATES).optional(),
  kind: z.enum(VERIFICATION_KINDS).optional(),
  object: z.enum(VERIFICATION_OBJECTS).optional(),
  verdict: z.enum(["passed", "failed", "refused"]).optional(),
  carrierId: recordId().optional(),
  customerId: recordId().optional(),
  from: instant().optional(),
  to: instant().optional(),
};
export const TaskListQuery = listQuery({
  sort: ["createdAt", "number", "name", "plannedAt"],
  dir: "desc",
  filters: taskFilters,
}).superRefine(checkSpan);
export type TaskListQuery = z.output<typeof TaskListQuery>;

type Named = { id: number; name: string };

/** Instants in epoch ms. */
export type TaskDto = {
  id: number;
  customerId: number;
  customerName: string;
  timeZone: string;
  number: string;
  name: string;
  description: string;
  carrier: VisibleRef;
  /** The nodes from the site down, as far as the reader sees them. */
  path: string[];
  object: VerificationObject;
  kind: VerificationKind;
  load: VerificationLoad;
  tests: VerificationTest[];
  state: VerificationState;
  limits: TaskLimits;
  samplingMode: SamplingMode;
  samplingSeconds: number;
  durationMinutes: number;
  timeoutMinutes: number;
  gapPercent: number;
  validMonths: number;
  plannedAt: number;
  notifyCompletion: boolean;
  notifyTimeout: boolean;
  notifyException: boolean;
  user: Named | null;
  group: Named | null;
  pointCount: number;
  startedAt: number | null;
  recordedFrom: number | null;
  recordedTo: number | null;
  stopReason: string;
  verdict: VerificationVerdict | null;
  dataSha256: string | null;
  frozenAt: number | null;
  remark: string;
  terminatedAt: number | null;
  terminatedBy: string;
  createdAt: number;
  version: number;
  /** What the reader can do with it now. */
  acts: Act[];
};

/** A point with its device. `besideId`: the permanently mounted device beside which it is. */
export type PointDto = {
  id: number;
  label: string;
  pointClass: PointClass;
  x: number;
  y: number;
  heightMetres: number;
  device: (VisibleRef & { dueOn: string | null; reportIntervalSeconds: number }) | null;
  beside: VisibleRef | null;
  /** The newest reading while it runs: °C and epoch ms. */
  latest: { value: number; at: number } | null;
};

/** A point while it is planned; `key` tells it from others that have no id yet. */
export type PlannedPoint = Omit<PointDto, "id" | "latest"> & { key: string };

export type MarkDto = { id: number; test: VerificationTest; from: number; to: number | null; actorName: string };

export type TaskDetailDto = TaskDto & {
  space: Space | null;
  rule: PointRule | null;
  ruleName: string;
  ruleSource: string;
  points: PointDto[];
  marks: MarkDto[];
  result: VerificationResult | null;
};

/** A device that can measure a point. `busy`: the number of another verification that uses it at the same time. */
export type DeviceChoiceDto = {
  id: number;
  name: string;
  serialNumber: string;
  dueOn: string | null;
  reportIntervalSeconds: number;
  hasHumidity: boolean;
  isMountedHere: boolean;
  busy: string | null;
};

/** `data` of the live event `verification`: a change, or, with `userId`, a pop-up for one account. */
export type VerificationEvent = { taskId: number; sceneId: number | null } & (
  | { change: string }
  | { userId: number; news: string; number: string; title: string }
);
