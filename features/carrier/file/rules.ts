import type { Issue } from "@/lib/errors";
import { inspectPicture } from "@/lib/storage/picture";

/** Maximum size of a document: 20 MB (specification, section 5, "Uploads"). */
export const FILE_MEGABYTES = 20;
export const FILE_BYTES = FILE_MEGABYTES * 1024 * 1024;
/** The file as raw body, or in a form with its name. */
export const FILE_BODY = { maximumBytes: FILE_BYTES + 64 * 1024, fileKey: "file" } as const;
/** Maximum number of documents per carrier. */
export const MAXIMUM_FILES = 50;
export const FILE_NAME_LENGTH = 100;

/** Accepted types, with the extension that the name gets. */
export const DOCUMENT_TYPES = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** Extensions for the browser's file dialog. */
export const ACCEPTED_ENDINGS = Object.values(DOCUMENT_TYPES).flatMap((endings) => endings.map((one) => `.${one}`));

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const HEAD_BYTES = 1024;
/** Markup near the start of an alleged PDF: an HTML page in disguise. */
const MARKUP = /<\s*(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|meta|link)\b/i;

/** Whether the bytes have a PDF's header and trailer and nothing that a browser would render as HTML. */
function isPdf(bytes: Uint8Array): boolean {
  const head = latin(bytes.subarray(0, HEAD_BYTES));
  return /^%PDF-[12]\.\d/.test(head) && !MARKUP.test(head) && latin(bytes.subarray(-HEAD_BYTES)).includes("%%EOF");
}

/** The document type detected from the content; undefined if unknown. A zip archive has to be opened to know. */
export function documentTypeOf(bytes: Uint8Array): DocumentType | undefined {
  return isPdf(bytes) ? "application/pdf" : inspectPicture(bytes)?.contentType;
}

/** Archive entries that documents do not need: programs and macros. */
const PROGRAM = /vbaProject|activeX|\.(?:exe|dll|js|vbs|cmd|bat|scr)$/i;

/** The type of an Office archive by its entry names; undefined unless a document or sheet without programs. */
export function officeTypeOf(names: readonly string[]): DocumentType | undefined {
  if (!names.includes("[Content_Types].xml") || names.some((name) => PROGRAM.test(name))) return undefined;
  if (names.includes("xl/workbook.xml")) return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  if (names.includes("word/document.xml"))
    return "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  return undefined;
}

/** Characters that a name must not contain: path separators, and invisible ones, which can reverse `fdp.exe`. */
const FORBIDDEN_IN_NAMES = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
export const isFileName = (name: string): boolean => !FORBIDDEN_IN_NAMES.test(name) && !/^\.+$/.test(name);

/** Sets the extension to that of the content, against misinterpretation; truncates names that are too long. */
export function nameFor(name: string, type: DocumentType): string {
  const endings: readonly string[] = DOCUMENT_TYPES[type];
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  if (name.includes(".") && endings.includes(ending)) return name;
  const room = FILE_NAME_LENGTH - `.${endings[0]}`.length;
  return `${name.slice(0, room).toWellFormed()}.${endings[0]}`;
}

/** Checks the size before the content is read; null if it is valid. */
export function sizeIssue(size: number): Issue | null {
  if (size === 0) return { path: "file", rule: "required", message: "is empty" };
  if (size <= FILE_BYTES) return null;
  return { path: "file", rule: "fileSize", message: `at most ${FILE_MEGABYTES} MB`, limit: FILE_MEGABYTES };
}
