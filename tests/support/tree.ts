import { readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import type { Operation } from "@/lib/operation/define-operation";
import type { Job } from "@/lib/queue/define-job";
import { ROOT } from "../../scripts/product/paths.mjs";
import { listFiles } from "../../scripts/source-tree";

// next has no export map: a bundler resolves `next/navigation`, but Node.js needs the file name.
const RESOLVE = `export const resolve = (specifier, context, next) =>
  next(/^next\\/[a-z-]+$/.test(specifier) ? specifier + ".js" : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(RESOLVE)}`);

const FILES = listFiles(ROOT);

/** The matching paths of the checkout, in order. */
export const pathsLike = (pattern: RegExp): string[] => FILES.filter((path) => pattern.test(path)).sort();

export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The exports of a module of the checkout. */
export const exportsOf = async (path: string): Promise<Record<string, unknown>> =>
  (await import(/* @vite-ignore */ join(ROOT, path))) as Record<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isOperation = (value: unknown): value is Operation =>
  isObject(value) && "call" in value && "permission" in value && "input" in value;

export const isJob = (value: unknown): value is Job => isObject(value) && "run" in value && "payload" in value;

/** The operations that an `operations.ts` exports, individually or in an object, such as `zones.list`. */
export async function operationsIn(path: string): Promise<[name: string, operation: Operation][]> {
  return Object.entries(await exportsOf(path)).flatMap(([name, value]): [string, Operation][] => {
    if (isOperation(value)) return [[name, value]];
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([key, part]): [string, Operation][] =>
      isOperation(part) ? [[`${name}.${key}`, part]] : [],
    );
  });
}
