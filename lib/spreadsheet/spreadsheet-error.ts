/** The violated rule, as a key of the `error` messages' `rule` group. */
export type SpreadsheetRule = "xlsx" | "unpackedSize" | "tooManyColumns";

/** A file that is no readable workbook or exceeds a limit. */
export class SpreadsheetError extends Error {
  constructor(
    readonly rule: SpreadsheetRule,
    message: string,
    readonly limit?: number,
    /** Position in the sheet, such as `C7`. */
    readonly cell = "",
  ) {
    super(message);
    this.name = "SpreadsheetError";
  }
}

export const notAWorkbook = (why: string) => new SpreadsheetError("xlsx", `not a workbook: ${why}`);
