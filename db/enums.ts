/** Tuples and types of JSON columns, shared by server and client; free of drizzle, so client code may import them. */

/** Scope type values of the specification, section 6. */
export const SCOPE_TYPES = [-1, 0, 1, 2, 3] as const;
export type ScopeType = (typeof SCOPE_TYPES)[number];

export const ACTIVATION_STATUSES = ["active", "cancelled"] as const;
export type ActivationStatus = (typeof ACTIVATION_STATUSES)[number];

export const CUSTOMER_TYPES = ["platform", "customer"] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** Organisation types: 00 disease control … 05 private medical institution, 09 other. */
export const ORGANISATION_TYPES = ["00", "01", "02", "03", "04", "05", "09"] as const;
export type OrganisationType = (typeof ORGANISATION_TYPES)[number];
export const TEMPERATURE_UNITS = ["celsius", "fahrenheit"] as const;
export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

/** What a record was cancelled together with, if it was not cancelled directly: activating that restores the record. */
export const CANCELLED_WITH = ["role", "customer"] as const;
export type CancelledWith = (typeof CANCELLED_WITH)[number];

export const HOME_STYLES = ["map", "list", "statistics", "sensor", "dashboards"] as const;
export type HomeStyle = (typeof HOME_STYLES)[number];

export const SESSION_END_REASONS = ["logout", "replaced", "cancelled", "password-changed", "switched"] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/**
 * Why a push subscription ended: the browser dropped it, the installation's key changed, another account logged in on
 * the browser, an administrator ended it, or the account was cancelled.
 */
export const PUSH_END_REASONS = ["gone", "key", "otherAccount", "administrator", "cancelled"] as const;
export type PushEndReason = (typeof PUSH_END_REASONS)[number];

/** Who sees a menu entry besides accounts with its function code (specification, section 6, "Menu visibility"). */
export const MENU_VISIBILITIES = ["all", "admin", "system"] as const;
export type MenuVisibility = (typeof MENU_VISIBILITIES)[number];

/** Whether a chapter or topic of the online help is visible to readers. */
export const GUIDE_STATUSES = ["enabled", "disabled"] as const;
export type GuideStatus = (typeof GUIDE_STATUSES)[number];

export const PARAMETER_TYPES = ["integer", "decimal", "text", "boolean"] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

export const ROLE_TYPES = ["administrator", "normal"] as const;
export type RoleType = (typeof ROLE_TYPES)[number];

/** Function of a node of the organisation tree: 0 structure, 1 floor plan, 2 map. */
export const SCENE_FUNC_TYPES = [0, 1, 2] as const;
export type SceneFuncType = (typeof SCENE_FUNC_TYPES)[number];

/** In the order of the specification's type codes 1 to 7. */
export const CARRIER_TYPES = [
  ...(["incubator", "refrigerator", "vehicle", "refrigeratory", "warehouse", "store", "other"] as const),
] as const;
export type CarrierType = (typeof CARRIER_TYPES)[number];

export const CARRIER_STATUSES = ["running", "backup", "retirement", "repaired", "defrost"] as const;
export type CarrierStatus = (typeof CARRIER_STATUSES)[number];

export const ALARM_SWITCHES = ["on", "off", "paused"] as const;
export type AlarmSwitch = (typeof ALARM_SWITCHES)[number];

export const DEVICE_KINDS = ["sensor", "gateway", "display", "relay", "base", "gas", "magnetism"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

export const DEVICE_USES = ["activated", "unactivated", "deactivated"] as const;
export type DeviceUse = (typeof DEVICE_USES)[number];

/** How a whole device is bound to a carrier; a smart base also contains a sensor until it falls off. */
export const BINDING_STATES = ["bound", "embedded", "fallen-off"] as const;
export type BindingState = (typeof BINDING_STATES)[number];

/** The states of a configuration command, in order. */
export const COMMAND_STATES = ["prepare", "issuing", "end"] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

export const COMMAND_RESULTS = ["succeeded", "failed", "timed-out", "cancelled"] as const;
export type CommandResult = (typeof COMMAND_RESULTS)[number];

/** How a device is replaced by another on its carrier (specification, section 4, "Device switch types"). */
export const SWITCH_TYPES = ["intelligent", "manual", "direct"] as const;
export type SwitchType = (typeof SWITCH_TYPES)[number];

export const SWITCH_RESULTS = [
  "not-reached",
  "eligible",
  "user-switch",
  "ignore-condition-switch",
  "user-stop",
] as const;
export type SwitchResult = (typeof SWITCH_RESULTS)[number];

/** What happens to a replaced device: moved to the store unchanged, or deactivated. */
export const OLD_DEVICE_FATES = ["store", "deactivate"] as const;
export type OldDeviceDisposition = (typeof OLD_DEVICE_FATES)[number];

export const IMPORT_STATUSES = ["waiting", "checking", "writing", "done", "refused", "failed"] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const CONFIG_STATUSES = ["wait", "configuring", "configured", "fail"] as const;
export type ConfigStatus = (typeof CONFIG_STATUSES)[number];

/** What a probe measures; the names are those of the ingest contract. */
export const MEASURES = [
  "temperature",
  "humidity",
  "co2",
  "gas",
  "door",
  "power",
  "voltage",
  "signal",
  "battery",
] as const;
export type Measure = (typeof MEASURES)[number];

/** Measures that are monitored for a carrier; the others describe its devices. */
export const MONITORED_MEASURES = ["temperature", "humidity", "co2", "gas"] as const satisfies readonly Measure[];

export const SEVERITIES = ["critical", "major", "minor", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CONDITION_KINDS = ["range", "cumulative", "no-data", "state", "trend", "geofence"] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** Kinds of exceptions: the condition kinds, and those of the connection and power watch, which needs no trigger. */
export const EXCEPTION_KINDS = [...CONDITION_KINDS, "blackout", "retained", "slow"] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** The types by which exceptions are listed; the first eight are those of the specification, section 3. */
export const EXCEPTION_TYPES = [
  "sensor-connect",
  "gateway-connect",
  "display-connect",
  "relay-connect",
  "sensor-temperature",
  "sensor-humidity",
  "gateway-blackout",
  "retained",
  "gas",
  "door",
  "power",
  "geofence",
  "device",
] as const;
export type ExceptionType = (typeof EXCEPTION_TYPES)[number];

/** What a state condition watches: an open door, lost power. */
export const STATE_MEASURES = ["door", "power"] as const satisfies readonly Measure[];

export const DELAY_MODES = ["normal-delay", "ignore-delay"] as const;
export type DelayMode = (typeof DELAY_MODES)[number];

export const SIDES = ["above", "below"] as const;
export type Side = (typeof SIDES)[number];

export const EXCEPTION_STATUSES = ["unprocessed", "processed"] as const;
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number];

export const ANALYSIS_RESULTS = ["confirmed", "suspected", "excluded"] as const;
export type AnalysisResult = (typeof ANALYSIS_RESULTS)[number];

/** How an invalid-data rule recognises an invalid reading: a fault value, an implausible value, a jump. */
export const INVALID_RULE_KINDS = ["fault-value", "implausible", "jump"] as const;
export type InvalidRuleKind = (typeof INVALID_RULE_KINDS)[number];

/** Manual actions on readings; also the kinds of events in the history. */
export const INVALIDATION_ACTIONS = ["marked", "restored"] as const;
export type InvalidationAction = (typeof INVALIDATION_ACTIONS)[number];

/** Why a position is invalid: its receiver had no fix (0°, 0°), or the speed it implies is impossible. */
export const POSITION_FAULTS = ["nowhere", "speed"] as const;
export type PositionFault = (typeof POSITION_FAULTS)[number];

/** Format of a logger file: a table of readings, or the text of a Fridge-tag. */
export const LOGGER_FORMATS = ["csv", "xlsx", "fridge-tag"] as const;
export type LoggerFormat = (typeof LOGGER_FORMATS)[number];

/** What a logger's value is: one reading, or a statistic of a whole day. */
export const LOGGER_STATISTICS = ["reading", "day-minimum", "day-maximum", "day-mean"] as const;
export type LoggerStatistic = (typeof LOGGER_STATISTICS)[number];

/**
 * An alarm that the logger itself recorded, by its own rule: `minutes` outside `limit` (°C) within a day, in one
 * stretch or accumulated since its start. `to` is null if it had not ended. Instants in epoch milliseconds.
 */
export type LoggerAlarm = {
  kind: "day" | "single" | "cumulative";
  side: Side;
  limit: number | null;
  from: number;
  to: number | null;
  alarmedAt: number;
  minutes: number;
  /** The extreme value (°C) and its minute, if the logger reports them. */
  peak?: number;
  peakAt?: number | null;
  /** Whether it was confirmed at the device, if the logger reports that. */
  isConfirmed?: boolean;
};

/** Minutes for which a logger had no value of a sensor, in the day that begins at `day`; `from` null: not reported. */
export type LoggerTimeout = { sensor: "internal" | "external"; day: number; from: number | null; minutes: number };

/** A logger's summary of its whole record; null for what it does not report. Instants in epoch milliseconds. */
export type LoggerSummaryFigures = {
  startedAt: number | null;
  stoppedAt: number | null;
  minimum: number | null;
  minimumAt: number | null;
  maximum: number | null;
  maximumAt: number | null;
  mean: number | null;
  mkt: number | null;
  mktEnergy: number | null;
};

/** Further content of a file: the limits set on the logger, and how its clock was interpreted. */
export type LoggerFacts = {
  firmware: string;
  limits: { kind: LoggerAlarm["kind"]; side: Side; limit: number; minutes: number }[];
  timeouts: LoggerTimeout[];
  /** Hours that occur twice on the zone's clock and have values in the file: whether the file has both. */
  twice: { at: number; isTwice: boolean }[];
  /** Figures that the logger computed over its whole record (°C), with the activation energy of its MKT (kJ/mol). */
  summary: LoggerSummaryFigures | null;
  /** Faults of the logger itself, by its own codes. */
  errors: { code: string; count: number; at: number | null }[];
  /** Spans of records without a value: the probe was unplugged. */
  missing: { from: number; to: number; count: number }[];
  /** Columns that contain no known measure. */
  ignored: string[];
};

export const NO_LOGGER_FACTS: LoggerFacts = {
  firmware: "",
  limits: [],
  timeouts: [],
  twice: [],
  summary: null,
  errors: [],
  missing: [],
  ignored: [],
};

export const NOTICE_CHANNELS = ["email", "sms", "voice", "push", "popup"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** `received` is a reply, the only inbound entry of the log. */
export const NOTICE_STATUSES = ["sent", "failed", "received"] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];
/** Alarm, login code, digest, acknowledgement, a contact's reply, test, failing channel, a receiver's answer, or news of a task. */
export const NOTICE_TYPES = [
  ...(["alarm", "captcha", "digest", "acknowledged", "reply", "test", "channel", "handover"] as const),
  ...(["workOrder", "monitorTask", "verification", "secondment"] as const),
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];
/** Cause of a failed attempt: the channel itself, or only this recipient or message. */
export const NOTICE_FAULTS = ["channel", "recipient"] as const;
export type NoticeFault = (typeof NOTICE_FAULTS)[number];

/**
 * How a recipient was chosen where a plan notifies who is on duty: by the rota, because nobody was on duty, or because
 * nobody on duty can be reached by a channel of the plan.
 */
export const NOTICE_REMARKS = ["onDuty", "nobodyOnDuty", "dutyUnreachable"] as const;
export type NoticeRemark = (typeof NOTICE_REMARKS)[number];

/** How an acknowledgement was received. */
export const ACKNOWLEDGEMENT_CHANNELS = ["console", "link", "sms", "voice", "push"] as const;
export type AcknowledgementChannel = (typeof ACKNOWLEDGEMENT_CHANNELS)[number];

/** Request format of a gateway that calls the reply webhook: our own, Twilio's or Aliyun SMS's. */
export const REPLY_FORMATS = ["generic", "twilio", "aliyun"] as const;
export type ReplyFormat = (typeof REPLY_FORMATS)[number];

/** How the gateway authenticates: by a secret in the request, or by an HMAC of each call. */
export const REPLY_AUTHENTICATIONS = ["secret", "hmac"] as const;
export type ReplyAuthentication = (typeof REPLY_AUTHENTICATIONS)[number];

export const OUTBOX_STATUSES = ["pending", "done", "failed", "skipped"] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/** Protocol of a forwarding target. */
export const FORWARD_TYPES = ["mqtt", "http", "tcp"] as const;
export type ForwardType = (typeof FORWARD_TYPES)[number];

/** What is forwarded. */
export const FORWARD_KINDS = ["readings", "exceptions"] as const;
export type ForwardKind = (typeof FORWARD_KINDS)[number];

/** Events of a forwarding target, listed in its window. */
export const FORWARD_EVENTS = [
  "connected",
  "disconnected",
  "failed",
  "recovered",
  "tested",
  "test-failed",
  "replay",
  "replayed",
  "skipped",
  "overflowed",
] as const;
export type ForwardEvent = (typeof FORWARD_EVENTS)[number];

export const GEOFENCE_SHAPES = ["circle", "polygon"] as const;
export type GeofenceShape = (typeof GEOFENCE_SHAPES)[number];

/** What a carrier does at the border of a geofence. */
export const CROSSING_KINDS = ["enter", "exit"] as const;
export type CrossingKind = (typeof CROSSING_KINDS)[number];

/** How a previous login of an account is recognised. */
export const KNOWN_LOGIN_KINDS = ["device", "network"] as const;
export type KnownLoginKind = (typeof KNOWN_LOGIN_KINDS)[number];

/** `stopped`: the device is out of use. */
export const ONLINE_STATUSES = ["online", "offline", "unknown", "stopped"] as const;
export type OnlineStatus = (typeof ONLINE_STATUSES)[number];

export const CALIBRATION_STATES = ["valid", "dueSoon", "expired", "none"] as const;
export type CalibrationState = (typeof CALIBRATION_STATES)[number];

/** Records that people sign (21 CFR 11.50), by feature. */
export const SIGNED_KINDS = ["exception", "recordSheet", "report", "lot", "transport"] as const;
export type SignedKind = (typeof SIGNED_KINDS)[number];

/** What a signature says (21 CFR 11.50). `received`: a receiver without an account, whose name is by their own word. */
export const SIGNATURE_MEANINGS = ["made", "reviewed", "approved", "rejected", "released", "received"] as const;
export type SignatureMeaning = (typeof SIGNATURE_MEANINGS)[number];
/** What a person with an account signs. */
export type SigningMeaning = Exclude<SignatureMeaning, "received">;

/** Window of a product's mean kinetic temperature: 30 consecutive days (controlled room) or 24 hours (controlled cold). */
export const KINETIC_CLASSES = ["none", "crt", "cct"] as const;
export type KineticClass = (typeof KINETIC_CLASSES)[number];

/** How long a lot may be beyond a limit: at a time, or added up over its life. */
export const ALLOWANCE_MODES = ["single", "cumulative"] as const;
export type AllowanceMode = (typeof ALLOWANCE_MODES)[number];

/** `finished`: used up, handed on or destroyed; it is not monitored any longer. */
export const LOT_STATUSES = ["active", "finished"] as const;
export type LotStatus = (typeof LOT_STATUSES)[number];

/** How the product learnt where a lot is. */
export const PLACEMENT_WAYS = ["hand", "scan", "import", "transport"] as const;
export type PlacementWay = (typeof PLACEMENT_WAYS)[number];

/** What a person decides about a lot. */
export const LOT_DECISIONS = ["release", "discard", "askMaker", "addBack"] as const;
export type LotDecision = (typeof LOT_DECISIONS)[number];

/** Whether a lot may be used. */
export const LOT_VERDICTS = ["usable", "quarantine", "notUsable"] as const;
export type LotVerdict = (typeof LOT_VERDICTS)[number];

/** How a record point's times are chosen: by hand, twice a day for vaccines, or at the intervals of GSP. */
export const RECORD_PRESETS = ["custom", "vaccine", "gsp-storage", "gsp-transport"] as const;
export type RecordPreset = (typeof RECORD_PRESETS)[number];

/** The life of a version of a month's record sheet; signed by its maker from `submitted` on. */
export const RECORD_SHEET_STATUSES = ["open", "submitted", "reviewed", "approved", "rejected"] as const;
export type RecordSheetStatus = (typeof RECORD_SHEET_STATUSES)[number];

/** `pending`: readings may still come within the tolerance. `entered`: by hand, for ever marked as such. */
export const RECORD_VALUE_STATES = ["pending", "collected", "out-of-range", "missed", "entered"] as const;
export type RecordValueState = (typeof RECORD_VALUE_STATES)[number];
/** What a report says; `features/report/sections.rules.ts` has its sections. */
export const REPORT_TYPES = [
  ...(["record", "excursions", "passRate", "calibration", "lot", "transport", "verification"] as const),
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
/** The parts that a report may include. What was left out, and why, is in every report. */
export const REPORT_SECTIONS = [
  ...(["statistics", "passRate", "charts", "excursions", "calibration", "data"] as const),
  ...(["placements", "verdict", "decisions", "journey", "crossings", "handover"] as const),
  ...(["uniformity", "tests", "points", "heat"] as const),
] as const;
export type ReportSection = (typeof REPORT_SECTIONS)[number];
/** The range of a report template, in days of the customer's zone; `this…` ends now. */
export const REPORT_PERIODS = [
  ...(["yesterday", "lastWeek", "thisWeek", "lastMonth", "thisMonth", "lastQuarter", "lastYear"] as const),
] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];
/** The signatures that a report may want, in their order. */
export const REPORT_SIGNATURES = ["made", "reviewed", "approved"] as const;
export type ReportSignature = (typeof REPORT_SIGNATURES)[number];
export const REPORT_STATES = ["generating", "generated", "failed"] as const;
export type ReportState = (typeof REPORT_STATES)[number];
export const REPORT_FAILURES = ["noData", "cancelled", "error"] as const;
export type ReportFailure = (typeof REPORT_FAILURES)[number];
/** The last signature of the present version. */
export const REPORT_APPROVALS = ["unsigned", "made", "reviewed", "approved", "rejected"] as const;
export type ReportApproval = (typeof REPORT_APPROVALS)[number];
