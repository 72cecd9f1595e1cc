import { z } from "zod";
import type { TemperatureUnit } from "@/db/enums";
import {
  type CarrierType,
  type DeviceKind,
  type ExceptionKind,
  type Measure,
  type PlacementWay,
  REPORT_APPROVALS,
  REPORT_PERIODS,
  REPORT_SECTIONS,
  REPORT_SIGNATURES,
  REPORT_STATES,
  REPORT_TYPES,
  type ReportApproval,
  type ReportFailure,
  type ReportSection,
  type ReportSignature,
  type ReportState,
  type ReportType,
  type Severity,
  type Side,
  type SignatureMeaning,
} from "@/db/enums";
import type { DecisionDto } from "@/features/lot/decision.schema";
import type { Outcome } from "@/features/lot/lot.schema";
import type { BudgetRow, Verdict } from "@/features/lot/verdict.rules";
import type { KineticRefusal } from "@/features/observation/observation.rules";
import type { Endurance } from "@/features/product/product.rules";
import {
  type SignatureState,
  type SigningDto,
  SigningInput,
  SigningReason,
} from "@/features/signature/signature.schema";
import type { Series } from "@/features/telemetry/history/history.schema";
import { MAXIMUM_DAYS } from "@/features/telemetry/history/limits.rules";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { checkDays, checkSpan, lineText, recordId, recordIds, requiredText } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { REPORT_TYPE_RULES } from "./sections.rules";
import type { ReportTransport } from "./transport.schema";
import type { ReportVerification, VerificationSource } from "./verification.schema";

/** Carriers of one report, of one with a chart of each, and lots of one. */
export const MAXIMUM_CARRIERS = 400;
export const MAXIMUM_CHARTED = 60;
export const MAXIMUM_LOTS = 50;
export const NAME_LENGTH = 100;

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

/** What a report and its template have in common; spread into their inputs. */
export const SHAPE_FIELDS = {
  name: requiredText(NAME_LENGTH),
  type: z.enum(REPORT_TYPES),
  sections: z.array(z.enum(REPORT_SECTIONS)).min(1).transform(distinct),
  locales: z.array(z.enum(LOCALES)).min(1).transform(distinct),
  signatures: z
    .array(z.enum(REPORT_SIGNATURES))
    .default([])
    .transform((wanted) => REPORT_SIGNATURES.filter((one) => wanted.includes(one))),
};

/** The instants of a report on lots, a transport or a verification are those of their lives. */
const FIELDS = {
  ...SHAPE_FIELDS,
  carrierIds: recordIds(MAXIMUM_CARRIERS).default([]),
  lotIds: recordIds(MAXIMUM_LOTS).default([]),
  transportId: recordId().optional(),
  verificationId: recordId().optional(),
  from: instantMs().optional(),
  to: instantMs().optional(),
};
type Fields = z.output<z.ZodObject<typeof FIELDS>>;

const missing = (path: string) => ({
  code: "custom" as const,
  path: [path],
  params: { rule: "required" },
  message: "is required",
});

/** For `superRefine`: a type has its own sections. */
export function checkSections({ type, sections }: Pick<Fields, "type" | "sections">, ctx: z.RefinementCtx): void {
  if (sections.some((section) => !REPORT_TYPE_RULES[type].sections.includes(section)))
    ctx.addIssue({
      code: "custom",
      path: ["sections"],
      params: { rule: "reportSection" },
      message: `a report of type ${type} has no such section`,
    });
}

type Estimated = Omit<Fields, "name" | "locales" | "signatures">;

function checkReport(report: Estimated, ctx: z.RefinementCtx): void {
  const { type, carrierIds, lotIds, transportId, verificationId, from, to, sections } = report;
  checkSections({ type, sections }, ctx);
  const { about } = REPORT_TYPE_RULES[type];
  const subjects = {
    ...({ carriers: "carrierIds", lots: "lotIds", transport: "transportId", verification: "verificationId" } as const),
  };
  const given = {
    carrierIds: carrierIds.length > 0,
    lotIds: lotIds.length > 0,
    transportId: transportId !== undefined,
    verificationId: verificationId !== undefined,
  };
  for (const [path, isGiven] of Object.entries(given))
    if (isGiven && path !== subjects[about])
      ctx.addIssue({ code: "custom", path: [path], params: { rule: "reportSubject" }, message: "of another type" });
  if (!given[subjects[about]]) ctx.addIssue(missing(subjects[about]));
  if (about !== "carriers") return;
  for (const [path, at] of Object.entries({ from, to })) if (at === undefined) ctx.addIssue(missing(path));
  checkSpan({ from, to }, ctx);
  checkDays({ from, to }, MAXIMUM_DAYS, ctx);
  if (sections.includes("charts") && carrierIds.length > MAXIMUM_CHARTED)
    ctx.addIssue({
      code: "custom",
      path: ["sections"],
      params: { rule: "reportCharts", limit: MAXIMUM_CHARTED },
      message: `charts are for at most ${MAXIMUM_CHARTED} monitoring points`,
    });
}

export const ReportInput = z.strictObject(FIELDS).superRefine(checkReport);
export type ReportInput = z.output<typeof ReportInput>;

const { name: _name, locales: _locales, signatures: _signatures, ...estimated } = FIELDS;
/** What the size of a report depends on. */
export const EstimateInput = z.strictObject(estimated).superRefine(checkReport);

/** What a report is made on at one click: `id` except for all carriers, `period` where no range follows from it. */
export const SubjectInput = z
  .strictObject({
    about: z.enum(["carrier", "exception", "lot", "transport", "verification", "all"]),
    id: recordId().optional(),
    period: z.enum(REPORT_PERIODS).optional(),
  })
  .superRefine(({ about, id, period }, ctx) => {
    if (about !== "all" && id === undefined) ctx.addIssue(missing("id"));
    if ((about === "all" || about === "carrier") && period === undefined) ctx.addIssue(missing("period"));
  });
export type Subject = z.output<typeof SubjectInput>;

/** How big a report becomes: readings, pages, seconds until it is there; `isWhole`: every reading is attached. */
export type EstimateDto = { readings: number; pages: number; seconds: number; isWhole: boolean };

export const ReportListQuery = listQuery({
  sort: ["createdAt", "name", "type"],
  dir: "desc",
  filters: {
    type: z.enum(REPORT_TYPES).optional(),
    state: z.enum(REPORT_STATES).optional(),
    approval: z.enum(REPORT_APPROVALS).optional(),
    customerId: recordId().optional(),
  },
});
export type ReportListQuery = z.output<typeof ReportListQuery>;

export const MakeInput = z.strictObject({ ...ById.shape, ...SigningInput });
export const JudgeInput = z.strictObject({
  ...ById.shape,
  ...SigningInput,
  meaning: z.enum(["reviewed", "approved", "rejected"]),
  reason: SigningReason,
});

export type ReportDto = {
  id: number;
  customerId: number;
  customerName: string;
  type: ReportType;
  name: string;
  carrierIds: number[];
  lotIds: number[];
  transportId: number | null;
  verificationId: number | null;
  from: number;
  to: number;
  sections: ReportSection[];
  locales: Locale[];
  timeZone: string;
  /** The signatures wanted; none: as people like. */
  signatures: ReportSignature[];
  templateId: number | null;
  state: ReportState;
  failure: ReportFailure | null;
  progress: number;
  version: number;
  approval: ReportApproval;
  author: string;
  createdAt: string;
  generatedAt: string | null;
};

/** Values in canonical units; instants in epoch ms, durations in seconds, rates 0 to 1. */
export type ProbeFigures = {
  probeId: number;
  carrierId: number;
  carrier: string;
  device: string;
  measure: Measure;
  channel: string;
  lower: number | null;
  upper: number | null;
  count: number;
  minimum: number | null;
  minimumAt: number | null;
  maximum: number | null;
  maximumAt: number | null;
  mean: number | null;
  meanKineticTemperature: number | null;
  /** Missing in reports made before it was stored. */
  kineticRefusal?: KineticRefusal | null;
  askedSeconds: number;
  observedSeconds: number;
  withinSeconds: number | null;
  completeness: number | null;
  passRate: number | null;
  aboveDegreeMinutes: number | null;
  belowDegreeMinutes: number | null;
  invalidReadings: number;
  gapCount: number;
  gapSeconds: number;
  /** The longest gaps. */
  gaps: { from: number; to: number }[];
  /** Of a transport: the place of the ride to which the figures belong. */
  ride?: number;
};

export type ReportExcursion = {
  id: number;
  carrier: string;
  device: string;
  deviceKind: DeviceKind;
  kind: ExceptionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  startedAt: number;
  endedAt: number | null;
  peak: number | null;
  degreeMinutes: number | null;
  acknowledgedAt: number | null;
  isHandled: boolean;
  reason: string | null;
  /** Of a shipped reason, which is named in the language of the document; missing in earlier reports. */
  reasonCode?: string | null;
};

/** A device of the carriers; days as `yyyy-mm-dd`. `isLapsed`: its calibration ended before the range did, or it has none. */
export type ReportCalibration = {
  deviceId: number;
  carrier: string;
  device: string;
  serialNumber: string;
  certificate: string | null;
  laboratory: string | null;
  calibratedOn: string | null;
  dueOn: string | null;
  isLapsed: boolean;
};

type Minutes = { side: Side; limit: number; ms: number; uncoveredMs: number };

/** A lot with its verdict, the arithmetic and the decisions; durations in ms, temperatures in °C. */
export type ReportLot = {
  id: number;
  number: string;
  product: string;
  code: string;
  expiresOn: string | null;
  quantity: number | null;
  unit: string;
  endurance: Endurance & { source: string };
  outcome: Outcome;
  /** The verdict at an instant, with the names of what it speaks of; null where they are not shown. */
  verdict: Pick<Verdict, "state" | "reasons" | "at" | "from" | "freezing" | "kinetic" | "unobserved"> & {
    budget: (Omit<BudgetRow, "parts"> & { parts: { carrier: string | null; device: string | null; ms: number }[] })[];
    outside: Minutes[];
    excursions: { side: Side; from: number; to: number; extreme: number; carrier: string | null; isRunning: boolean }[];
    unlistedExcursions: number;
  };
  stays: { carrier: string | null; from: number; to: number | null; how: PlacementWay }[];
  decisions: (Pick<DecisionDto, "decision" | "reason" | "target" | "minutes" | "verdict" | "decidedAt" | "userName"> & {
    signatures: { meaning: SignatureMeaning; name: string; at: string; isValid: boolean }[];
  })[];
};

/** What a report says: what signatures cover. */
export type ReportContent = {
  type: ReportType;
  name: string;
  customer: string;
  from: number;
  to: number;
  timeZone: string;
  /** The unit of the customer when it was made; °C without one. */
  temperatureUnit?: TemperatureUnit;
  sections: ReportSection[];
  author: string;
  generatedAt: number;
  carriers: { id: number; name: string; type: CarrierType; place: string }[];
  probes: ProbeFigures[];
  excursions: ReportExcursion[];
  /** More excursions than are listed. */
  unlistedExcursions: number;
  calibrations: ReportCalibration[];
  /** Of a report with a section on lots; more are counted. */
  lots?: ReportLot[];
  unlistedLots?: number;
  /** Of a report on a transport. */
  transport?: ReportTransport;
  /** Of a report on a verification. */
  verification?: ReportVerification;
  /** SHA-256 of the data on which charts and attachment rest. */
  dataSha256: string;
};

/** What charts, pictures and attachment are made of; `csv` has no head. */
export type ReportSource = {
  /** By carrier, or by ride of a transport. */
  bucketSeconds: Record<number, number>;
  series: (Series & { ride?: number })[];
  /** Of a transport: the track of each ride, and what receivers drew, as PNG in base64, by answer. */
  tracks?: { longitude: number[]; latitude: number[] }[];
  drawings?: Record<number, string>;
  /** Of a verification: its samples. */
  verification?: VerificationSource;
  csv: string;
  /** Whether the CSV has each reading, or the values of intervals. */
  isWhole: boolean;
};

export type ReportDetailDto = ReportDto & {
  /** The carriers that exist, as they are named now. */
  carriers: { id: number; name: string; place: string }[];
  content: ReportContent | null;
  signing: SigningDto | null;
  /** The newest file in each language; empty before there is one. */
  files: { locale: Locale; sha256: string; size: number }[];
  /** Whether the files have all signatures. */
  isUpToDate: boolean;
  checkPath: string;
};

export const CheckInput = z.object({
  key: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What the public page says about a document. */
export type CheckedReportDto = {
  name: string;
  type: ReportType;
  customer: string;
  from: number;
  to: number;
  timeZone: string;
  version: number;
  generatedAt: string | null;
  approval: ReportApproval;
  signatures: { meaning: SignatureMeaning; name: string; at: string; state: SignatureState }[];
  files: { sha256: string; version: number; signatures: number; locale: Locale; isLatest: boolean }[];
};

export const MAKE_REPORT = { name: "report.make", maximumAttempts: 3 } as const;
export const MakePayload = z.object({ reportId: z.number().int(), version: z.number().int() });

export const FileInput = z.strictObject({ ...ById.shape, locale: z.enum(LOCALES).optional() });

export const ChoiceInput = z.object({ q: lineText(100).optional() });
/** A carrier, or a place with all carriers below it. */
export type ReportChoiceDto = { key: string; name: string; place: string; carrierIds: number[] };

export type ReportRights = { create: boolean; edit: boolean; remove: boolean; sign: boolean; approve: boolean };
