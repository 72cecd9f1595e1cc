import type { PointClass } from "@/db/verification-enums";
import type { TaskDetailDto } from "@/features/verification/task.schema";

/** A verification as a report says it; instants in epoch ms. */
export type ReportVerification = Pick<
  TaskDetailDto,
  | ("id" | "number" | "name" | "description" | "object" | "kind" | "load" | "tests" | "limits" | "samplingMode")
  | ("samplingSeconds" | "durationMinutes" | "gapPercent" | "space" | "rule" | "ruleName" | "ruleSource" | "marks")
  | ("startedAt" | "stopReason" | "remark" | "terminatedAt" | "terminatedBy" | "frozenAt" | "dataSha256")
> & {
  result: NonNullable<TaskDetailDto["result"]>;
  /** Whether the readings were as they are frozen when the report was made. */
  isIntact: boolean;
  required: Record<PointClass, number>;
  points: {
    label: string;
    pointClass: PointClass;
    x: number;
    y: number;
    heightMetres: number;
    device: string;
    dueOn: string | null;
  }[];
};

/** The samples that pictures and attachment are made of. */
export type VerificationSource = {
  ats: number[];
  space: (number | null)[];
  points: { label: string; isInside: boolean; x: number; y: number; values: (number | null)[] }[];
};
