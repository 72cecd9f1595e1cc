import type { Issue } from "@/lib/errors";
import { inspectPicture } from "@/lib/storage/picture";

/** The largest document: 20 MB (specification, section 5, "Uploads"). */
export const FILE_MEGABYTES = 20;
export const FILE_BYTES = FILE_MEGABYTES * 1024 * 1024;
/** The file, bare or in a form with its name. */
export const FILE_BODY = { maximumBytes: FILE_BYTES + 64 * 1024, fileKey: "file" } as const;
/** Documents of one carrier. */
export const MAXIMUM_FILES = 50;
export const FILE_NAME_LENGTH = 100;

/** What is kept, with the ending that its name gets. */
export const DOCUMENT_TYPES = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** What a browser offers to choose from. */
export const ACCEPTED_ENDINGS = Object.values(DOCUMENT_TYPES).flatMap((endings) => endings.map((one) => `.${one}`));

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const HEAD_BYTES = 1024;
/** Markup at the head of what calls itself a PDF: a page in the clothes of a document. */
const MARKUP = /<\s*(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|meta|link)\b/i;

/** Whether the bytes are a PDF from their first to their last sign, and nothing that a browser would take for a page. */
function isPdf(bytes: Uint8Array): boolean {
  const head = latin(bytes.subarray(0, HEAD_BYTES));
  return /^%PDF-[12]\.\d/.test(head) && !MARKUP.test(head) && latin(bytes.subarray(-HEAD_BYTES)).includes("%%EOF");
}

/** What the bytes are by their content, as far as that can be told at once; a zip archive has to be opened. */
export function documentTypeOf(bytes: Uint8Array): DocumentType | undefined {
  return isPdf(bytes) ? "application/pdf" : inspectPicture(bytes)?.contentType;
}

/** Parts that a document has no need of: programs, and what starts them. */
const PROGRAM = /vbaProject|activeX|\.(?:exe|dll|js|vbs|cmd|bat|scr)$/i;

/** What an archive with parts of these names is; undefined for anything but a document or a sheet without programs. */
export function officeTypeOf(names: readonly string[]): DocumentType | undefined {
  if (!names.includes("[Content_Types].xml") || names.some((name) => PROGRAM.test(name))) return undefined;
  if (names.includes("xl/workbook.xml")) return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  if (names.includes("word/document.xml"))
    return "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  return undefined;
}

/** Signs that a name may not hold: those of paths, and those that cannot be seen, which turn `fdp.exe` around. */
const FORBIDDEN_IN_NAMES = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
export const isFileName = (name: string): boolean => !FORBIDDEN_IN_NAMES.test(name) && !/^\.+$/.test(name);

/** The name with the ending of what the file is, so that no program opens it for what it is not; cut where it would be too long. */
export function nameFor(name: string, type: DocumentType): string {
  const endings: readonly string[] = DOCUMENT_TYPES[type];
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  if (name.includes(".") && endings.includes(ending)) return name;
  const room = FILE_NAME_LENGTH - `.${endings[0]}`.length;
  return `${name.slice(0, room).toWellFormed()}.${endings[0]}`;
}

/** The rule that a file breaks before anybody looks into it; null if it is fine. */
export function sizeIssue(size: number): Issue | null {
  if (size === 0) return { path: "file", rule: "required", message: "is empty" };
  if (size <= FILE_BYTES) return null;
  return { path: "file", rule: "fileSize", message: `at most ${FILE_MEGABYTES} MB`, limit: FILE_MEGABYTES };
}
