import { z } from "zod";
import { DEVICE_KINDS, type DeviceKind, IMPORT_STATUSES, type ImportStatus } from "@/db/enums";
import type { IssueUnit } from "@/lib/errors";
import { listQuery } from "@/lib/resource/list-query";
import { bytesOfUpload } from "@/lib/validation/data-url";
import { optionalText, recordId } from "@/lib/validation/fields";

/** Largest file, in megabytes (specification, section 5, "Uploads"). */
export const MAXIMUM_MEGABYTES = 20;
export const MAXIMUM_BYTES = MAXIMUM_MEGABYTES * 1024 * 1024;
/** Maximum number of rows, without the header. */
export const MAXIMUM_ROWS = 20_000;
/** Bad cells that are stored with their reasons; the count includes all. */
export const MAXIMUM_ISSUES = 1000;

/** Characters of bad rows that are stored for the report. */
export const MAXIMUM_KEPT_CHARACTERS = 4 * 1024 * 1024;

/** A row of a refused file for its report: texts by column key. */
export const KeptRows = z.array(z.object({ row: z.number(), values: z.record(z.string(), z.string()) }));
export type KeptRow = { row: number; values: Record<string, string> };

/** Signature of a zip archive, which an xlsx file is. */
const SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

/** The rule that a file breaks by name, signature or size; null if it may be an xlsx file of an allowed size. */
export function fileIssue(name: string, head: Uint8Array, size: number): { rule: string; limit?: number } | null {
  if (size === 0) return { rule: "emptyFile" };
  if (size > MAXIMUM_BYTES) return { rule: "fileSize", limit: MAXIMUM_MEGABYTES };
  const isNamed = name === "" || /\.xlsx$/i.test(name);
  return isNamed && SIGNATURE.every((byte, index) => head[index] === byte) ? null : { rule: "xlsx" };
}

/** A file of devices, and its customer for accounts of several customers. */
export const ImportInput = z
  .strictObject({
    file: z.preprocess(
      bytesOfUpload,
      z.custom<Uint8Array>((value) => value instanceof Uint8Array, {
        params: { rule: "required" },
        message: "a file is required",
      }),
    ),
    fileName: optionalText(255),
    customerId: recordId().optional(),
  })
  .superRefine(({ file, fileName }, context) => {
    const issue = fileIssue(fileName, file, file.length);
    if (!issue) return;
    context.addIssue({ code: "custom", path: ["file"], params: issue, message: `not taken: ${issue.rule}` });
  });

export const ImportListQuery = listQuery({
  sort: ["createdAt"],
  dir: "desc",
  filters: {
    kind: z.enum(DEVICE_KINDS).optional(),
    status: z.enum(IMPORT_STATUSES).optional(),
    customerId: recordId().optional(),
  },
});
export type ImportListQuery = z.output<typeof ImportListQuery>;

/** The job that checks and writes an import; its payload is only the import's id. */
export const DEVICE_IMPORT = { name: "device.import", maximumAttempts: 3 } as const;
export const ImportPayload = z.strictObject({ importId: recordId() });

/** A bad cell: its address such as `C7` (empty: the whole file), column key, rule and content. */
export type ImportIssueDto = {
  cell: string;
  field: string;
  rule: string;
  message: string;
  limit?: number;
  /** Unit of the limit; absent if the limit is a value. */
  unit?: IssueUnit;
  value?: string;
  /** For a duplicate value: the cell that has it first. */
  other?: string;
};

/** An import in a list; instants in epoch ms. */
export type ImportDto = {
  id: number;
  kind: DeviceKind;
  customerId: number;
  customerName: string;
  fileName: string;
  status: ImportStatus;
  /** Rows of the sheet; 0 before they are counted. */
  total: number;
  /** Rows processed in the present step. */
  done: number;
  issueCount: number;
  userName: string | null;
  createdAt: number;
  endedAt: number | null;
};
export type ImportDetailDto = ImportDto & { issues: ImportIssueDto[] };
