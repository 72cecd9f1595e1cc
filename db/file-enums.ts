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
