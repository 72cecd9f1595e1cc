import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { longSuite } from "./long";

const PROGRAMS = ["pdfsig", "pdffonts", "pdftotext", "pdfdetach", "pdfinfo", "qpdf"] as const;
const missing = PROGRAMS.filter((name) => spawnSync(name, ["--version"]).error !== undefined);

/** Suites with Debian's `poppler-utils` and `qpdf`, in the long run. */
export const describeWithPoppler = longSuite(missing.length > 0 ? `no ${missing.join(", ")} in PATH` : null);

/** What one of these programs prints. */
export const printed = (program: (typeof PROGRAMS)[number], ...args: string[]): string =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The fonts of a PDF that are not embedded: a reader would draw others in their place. */
export const foreignFonts = (file: string): string[] =>
  printed("pdffonts", file)
    .trim()
    .split("\n")
    .slice(2)
    // Embedded, subset and with a table of its characters, then the object of the font.
    .filter((line) => !/ yes +yes +yes +\d+ +\d+$/.test(line));

/** The text of the file with this name that is attached to a PDF, saved beside it; undefined without one. */
export function attachment(file: string, name: string): string | undefined {
  const number = new RegExp(`^(\\d+): ${name}$`, "m").exec(printed("pdfdetach", "-list", file))?.[1];
  if (number === undefined) return undefined;
  const saved = `${file}.${name}`;
  printed("pdfdetach", "-save", number, "-o", saved, file);
  return readFileSync(saved, "utf8");
}
