/** What a file breaks, as a key of the `error` messages' `rule` group. */
export type SpreadsheetRule = "xlsx" | "unpackedSize" | "tooManyColumns";

/** A file that cannot be read as a workbook, or that is larger than whoever reads it takes. */
export class SpreadsheetError extends Error {
  constructor(
    readonly rule: SpreadsheetRule,
    message: string,
    readonly limit?: number,
    /** Where in the sheet, as `C7`. */
    readonly cell = "",
  ) {
    super(message);
    this.name = "SpreadsheetError";
  }
}

export const notAWorkbook = (why: string) => new SpreadsheetError("xlsx", `not a workbook: ${why}`);
