import { posix } from "node:path";
import type { SourceFile, Violation } from "./check";
import { matches } from "./glob";
import { findImports, resolveImport, unitOf } from "./imports";
import { LAYERS, type Layer, OUTSIDE_LAYERS } from "./table";

/** The layer whose rules a file obeys; undefined for tests, scripts and configuration. */
export function layerOf(path: string): Layer | undefined {
  if (matches(path, OUTSIDE_LAYERS)) return undefined;
  return LAYERS.find((layer) => matches(path, layer.files));
}

/** Imports against the arrow. */
export function checkArrow({ path, text }: SourceFile): Violation[] {
  const layer = layerOf(path);
  if (!layer) return [];
  return findImports(text).flatMap(({ specifier, line }) => {
    const message = objection(path, specifier, layer);
    return message ? [{ path, line, rule: "import arrow", message, severity: "error" as const }] : [];
  });
}

function objection(path: string, written: string, layer: Layer): string | undefined {
  const target = resolveImport(path, written);
  if (target === undefined) return undefined;
  // A stylesheet knows no alias: its way is taken as if it had been written with one.
  const isStyle = path.endsWith(".css") && unitOf(target) !== unitOf(path);
  const specifier = isStyle ? `@/${target}` : written;
  if (specifier.startsWith("@/")) {
    if (matches(specifier, layer.imports)) return undefined;
    const isOwnFeature = unitOf(target) === unitOf(path) && path.startsWith("features/");
    const hint = isOwnFeature ? `write ${relative(path, target)}: inside a feature imports are relative; ` : "";
    return `imports ${specifier}: ${hint}${layer.why}`;
  }
  if (unitOf(target) !== unitOf(path)) return `imports ${specifier}: write @/${target}, so that lint sees the arrow`;
  const own = target.split("/").slice(2);
  const isRefused = own.some((_, index) => matches(own.slice(index).join("/"), layer.notOwn ?? []));
  return isRefused ? `imports ${specifier}: ${layer.why}` : undefined;
}

function relative(path: string, target: string): string {
  const way = posix.relative(posix.dirname(path), target);
  return way.startsWith(".") ? way : `./${way}`;
}
