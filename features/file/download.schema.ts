import { z } from "zod";
import {
  DOWNLOAD_STATES,
  type DownloadFailure,
  type DownloadState,
  EXPORT_FORMATS,
  type ExportFormat,
} from "@/db/file-enums";
import { listQuery } from "@/lib/resource/list-query";
import { fromQuery, lineText } from "@/lib/validation/fields";

/** The queue's name of the job that makes a file. */
export const GENERATE = { name: "download.generate", maximumAttempts: 5, lanes: ["export"] } as const;

/** The job that takes over the file of a run of an export task, once it has ended. */
export const CONCLUDE_RUN = { name: "exportTask.conclude", maximumAttempts: 12 } as const;

/** Files that an account may have in preparation at once. */
export const MAXIMUM_PENDING = 5;
/** Keys per call. */
const MAXIMUM_KEYS = 100;

export const DownloadKey = z.object({ key: z.uuid() });

/** Keys as a list, or separated by commas in a query. */
const Keys = z.preprocess(fromQuery, z.array(z.uuid()).max(MAXIMUM_KEYS));

export const DownloadKeys = z.strictObject({ keys: Keys });

export const DownloadRemoveInput = z.strictObject({
  keys: Keys.refine((keys) => keys.length > 0, { params: { rule: "required" } }),
});

/** A PDF is for reading, and made in memory. */
export const MAXIMUM_PDF_ROWS = 20_000;

const Plain = z.union([lineText(1000), z.number(), z.boolean(), z.null()]);
/** A value of a query: its own schema says what it may be. */
const Criterion = z.union([Plain, z.array(Plain).max(1000)]);

/** `query` is that of the export: the criteria of its list. */
export const DownloadInput = z.strictObject({
  kind: lineText(50),
  format: z.enum(EXPORT_FORMATS),
  query: z.record(z.string().regex(/^\w{1,50}$/), Criterion).default({}),
});
export type DownloadInput = z.input<typeof DownloadInput>;

export const DownloadListQuery = listQuery({
  sort: ["createdAt", "name"],
  dir: "desc",
  filters: { state: z.enum(DOWNLOAD_STATES).optional(), format: z.enum(EXPORT_FORMATS).optional() },
});
export type DownloadListQuery = z.output<typeof DownloadListQuery>;

/** Instants in ISO 8601; `size` in bytes. */
export type DownloadDto = {
  key: string;
  name: string;
  fileName: string;
  kind: string;
  format: ExportFormat;
  customerName: string;
  state: DownloadState;
  failure: DownloadFailure | null;
  /** Percent, by rows. */
  progress: number;
  rows: number;
  size: number | null;
  sha256: string | null;
  takenCount: number;
  createdAt: string;
  endedAt: string | null;
  expiresAt: string | null;
};

export type DownloadDetailDto = DownloadDto & { query: Record<string, unknown> };

/** How far a file is (specification, section 3). `status` 1: generated, 0: generating, 2: failed. */
export type DownloadProgressDto = {
  key: string;
  end: boolean;
  progress: number;
  detail: DownloadFailure | null;
  downloadRecord: { name: string; fileName: string; status: 0 | 1 | 2 };
};
