import { z } from "zod";
import { DEVICE_KINDS, type DeviceKind, IMPORT_STATUSES, type ImportStatus } from "@/db/enums";
import type { IssueUnit } from "@/lib/errors";
import { LOCALES, toLocale } from "@/lib/i18n/routing";
import { listQuery } from "@/lib/resource/list-query";
import { optionalText, recordId } from "@/lib/validation/fields";

/** The largest file, in megabytes (specification, section 5, "Uploads"). */
export const MAXIMUM_MEGABYTES = 20;
export const MAXIMUM_BYTES = MAXIMUM_MEGABYTES * 1024 * 1024;
/** Rows of a file, besides its head. */
export const MAXIMUM_ROWS = 20_000;
/** Bad cells that are kept with their reasons; all of them are counted. */
export const MAXIMUM_ISSUES = 1000;

/** Texts of bad rows that are kept for the report. */
export const MAXIMUM_KEPT_CHARACTERS = 4 * 1024 * 1024;

/** A row of a file that was not taken, as its report shows it: texts by the keys of the columns. */
export const KeptRows = z.array(z.object({ row: z.number(), values: z.record(z.string(), z.string()) }));
export type KeptRow = { row: number; values: Record<string, string> };

/** The first bytes of a zip archive, which an xlsx file is. */
const SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

/** The rule that a file breaks before anybody looks into it; null if it may be an xlsx of a size that is taken. */
export function fileIssue(name: string, head: Uint8Array, size: number): { rule: string; limit?: number } | null {
  if (size === 0) return { rule: "emptyFile" };
  if (size > MAXIMUM_BYTES) return { rule: "fileSize", limit: MAXIMUM_MEGABYTES };
  const isNamed = name === "" || /\.xlsx$/i.test(name);
  return isNamed && SIGNATURE.every((byte, index) => head[index] === byte) ? null : { rule: "xlsx" };
}

/** The bytes of a data URL, for callers that send JSON; anything else as it is. */
function bytesOf(value: unknown): unknown {
  const encoded = typeof value === "string" ? /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(value)?.[1] : undefined;
  return encoded === undefined ? value : Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

/** A file of devices, and for those who work for several customers whose they are. */
export const ImportInput = z
  .strictObject({
    file: z.preprocess(
      bytesOf,
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

/** A language, also in the older API's spelling; left open it is that of the request. */
export const TemplateQuery = z.strictObject({
  locale: z
    .preprocess((value) => (typeof value === "string" ? (toLocale(value) ?? value) : value), z.enum(LOCALES))
    .optional(),
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

/** The job that checks and writes; its payload names the import alone. */
export const DEVICE_IMPORT = { name: "device.import", maximumAttempts: 3 } as const;
export const ImportPayload = z.strictObject({ importId: recordId() });

/** A bad cell: address as `C7` (empty: the file as a whole), the column's key, its rule, what it holds. */
export type ImportIssueDto = {
  cell: string;
  field: string;
  rule: string;
  message: string;
  limit?: number;
  /** What the limit counts; without it the value itself. */
  unit?: IssueUnit;
  value?: string;
  /** Of a value that comes twice: the cell that has it first. */
  other?: string;
};

/** An import as its list shows it; instants in epoch ms. */
export type ImportDto = {
  id: number;
  kind: DeviceKind;
  customerId: number;
  customerName: string;
  fileName: string;
  status: ImportStatus;
  /** Rows of the sheet; 0 while they are still being counted. */
  total: number;
  /** Rows done with in the present step. */
  done: number;
  issueCount: number;
  userName: string | null;
  createdAt: number;
  endedAt: number | null;
};
export type ImportDetailDto = ImportDto & { issues: ImportIssueDto[] };
