export const STORED_FILE_KINDS = [
  "avatar",
  "signature",
  "plan",
  "carrier",
  "certificate",
  "import",
  "logger",
  "signed",
  "report",
  "export",
  "archive",
  "handover",
  "workOrder",
] as const;
export type StoredFileKind = (typeof STORED_FILE_KINDS)[number];
/** Where a file's content is: in the database, or as an object of an S3-compatible store. */
export const FILE_STORES = ["database", "s3"] as const;
export type FileStoreName = (typeof FILE_STORES)[number];
/** The file kinds that belong to a person. */
export type PersonalFileKind = Extract<StoredFileKind, "avatar" | "signature">;

/** Formats of exported files. */
export const EXPORT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const DOWNLOAD_STATES = ["generating", "generated", "failed"] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** Why a file was not made. `full`: no room; `store`: out of order; `interrupted`: no worker finished it. */
export const DOWNLOAD_FAILURES = [
  "cancelled",
  "notPermitted",
  "notFound",
  "invalid",
  "full",
  "store",
  "interrupted",
  "error",
] as const;
export type DownloadFailure = (typeof DOWNLOAD_FAILURES)[number];

export const ARCHIVE_STATES = ["generating", "generated", "failed", "expired"] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];

/** Why an archive was not made. `full`: no room; `store`: out of order; `interrupted`: no worker finished it. */
export const ARCHIVE_FAILURES = ["cancelled", "full", "store", "tooLarge", "interrupted", "error"] as const;
export type ArchiveFailure = (typeof ARCHIVE_FAILURES)[number];

/** The verification of a stored archive. */
export const ARCHIVE_CHECKS = ["none", "running", "intact", "broken", "failed"] as const;
export type ArchiveCheck = (typeof ARCHIVE_CHECKS)[number];

/** How often a scheduled export runs. */
export const EXPORT_FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type ExportFrequency = (typeof EXPORT_FREQUENCIES)[number];

/** What a scheduled export covers, relative to the instant at which it is due; `none`: the present state. */
export const EXPORT_PERIODS = ["yesterday", "lastWeek", "lastMonth", "lastDays", "none"] as const;
export type ExportPeriod = (typeof EXPORT_PERIODS)[number];

export const EXPORT_TRIGGERS = ["schedule", "manual"] as const;
export type ExportTrigger = (typeof EXPORT_TRIGGERS)[number];

/** `waiting`: for a worker; `making`: the file; `sending`: the mails. */
export const EXPORT_RUN_STATES = ["waiting", "making", "sending", "done", "failed"] as const;
export type ExportRunState = (typeof EXPORT_RUN_STATES)[number];

/** Why a run failed. `mail`: not every recipient was sent the file; `missed`: too long ago to be made up for. */
export const EXPORT_RUN_FAILURES = [
  ...DOWNLOAD_FAILURES,
  ...(["ownerEnded", "tooManyRows", "noData", "mail", "missed"] as const),
] as const;
export type ExportRunFailure = (typeof EXPORT_RUN_FAILURES)[number];

export const EXPORT_DELIVERY_STATES = ["pending", "sent", "failed"] as const;
export type ExportDeliveryState = (typeof EXPORT_DELIVERY_STATES)[number];
