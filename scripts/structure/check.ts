import { checkArrow } from "./arrow";
import { findFeatureCycles } from "./cycles";
import { checkBarrels, checkNames, checkServerOnly, checkSize } from "./files";

export type SourceFile = { path: string; text: string };
export type Violation = { path: string; line?: number; rule: string; message: string; severity: "error" | "warning" };

const CODE = /\.(?:tsx?|mjs|js|css)$/;

/** Every breach of the house rules in a tree, given as paths relative to the checkout with their contents. */
export function checkStructure(files: SourceFile[]): Violation[] {
  const names = files.flatMap(({ path }) => checkNames(path));
  const code = files.filter(({ path }) => CODE.test(path));
  const contents = code.flatMap((file) => [
    ...checkArrow(file),
    ...checkServerOnly(file),
    ...checkBarrels(file),
    ...checkSize(file),
  ]);
  return [...names, ...contents, ...findFeatureCycles(code)];
}
