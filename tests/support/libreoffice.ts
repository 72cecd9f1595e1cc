import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const program = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "soffice"))
  .find((file) => existsSync(file));

/** Whether LibreOffice is installed (Debian: `libreoffice-calc`). */
export const hasOffice = program !== undefined;

/** The filter of CSV files: commas, quotes, UTF-8, from the first line; columns as `1/2/2/2`; -1 for all sheets. */
const CSV = "Text - txt - csv (StarCalc)";
export const csvOfTexts = (columns: number) =>
  `${CSV}:44,34,76,1,${Array.from({ length: columns }, (_, index) => `${index + 1}/2`).join("/")}`;
const CSV_OF_ALL_SHEETS = `csv:${CSV}:44,34,76,1,,0,false,true,false,false,false,-1`;

export type Office = {
  /** Converts a file to another format; `from` is its file extension. */
  convert(content: Uint8Array | string, from: string, to: string, inputFilter?: string): Promise<Buffer>;
  /** The displayed cells of a workbook: rows by sheet name. */
  show(workbook: Uint8Array): Promise<Map<string, string[][]>>;
  version: string;
  close(): void;
};

/** Opens LibreOffice with its own profile. */
export async function openOffice(): Promise<Office> {
  const folder = mkdtempSync(join(tmpdir(), "frostline-office-"));
  const call = async (...words: string[]) => {
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    return run(program as string, [profile, "--headless", "--norestore", ...words], { timeout: 300_000 });
  };
  let number = 0;
  const convertInto = async (content: Uint8Array | string, from: string, words: string[]) => {
    number += 1;
    const [file, out] = [join(folder, `book${number}.${from}`), join(folder, `out${number}`)];
    writeFileSync(file, content);
    await call(...words, "--outdir", out, file);
    if (!existsSync(out)) throw new Error(`LibreOffice makes nothing of a ${from} file`);
    return readdirSync(out).map((name) => ({ name, content: readFileSync(join(out, name)) }));
  };
  return {
    async convert(content, from, to, inputFilter) {
      const [made] = await convertInto(content, from, [
        ...(inputFilter ? [`--infilter=${inputFilter}`] : []),
        "--convert-to",
        to,
      ]);
      if (!made) throw new Error(`LibreOffice makes no ${to} of a ${from} file`);
      return made.content;
    },
    async show(workbook) {
      const made = await convertInto(workbook, "xlsx", ["--convert-to", CSV_OF_ALL_SHEETS]);
      return new Map(
        made.map(({ name, content }) => [
          name.replace(/^book\d+-(.*)\.csv$/, "$1"),
          rowsOfCsv(content.toString("utf8")),
        ]),
      );
    },
    version: (await call("--version")).stdout.trim(),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Parses the cells of a CSV file (RFC 4180). */
function rowsOfCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== "," && end !== "") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}
