import { execFileSync, spawnSync } from "node:child_process";
import { longSuite } from "./long";

const PROGRAMS = ["pdfsig", "pdffonts", "pdftotext", "pdfdetach", "pdfinfo", "qpdf"] as const;
const missing = PROGRAMS.filter((name) => spawnSync(name, ["--version"]).error !== undefined);

/** Suites with Debian's `poppler-utils` and `qpdf`, in the long run. */
export const describeWithPoppler = longSuite(missing.length > 0 ? `no ${missing.join(", ")} in PATH` : null);

/** What one of these programs prints. */
export const printed = (program: (typeof PROGRAMS)[number], ...args: string[]): string =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
