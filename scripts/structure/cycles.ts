import type { SourceFile, Violation } from "./check";
import { matches } from "./glob";
import { featureOf, findImports, resolveImport } from "./imports";
import { OUTSIDE_LAYERS } from "./table";

/** One violation for every edge that closes a cycle between features; it names the way round. */
export function findFeatureCycles(files: SourceFile[]): Violation[] {
  const edges = featureEdges(files);
  const violations: Violation[] = [];
  const finished = new Set<string>();
  const visit = (feature: string, way: string[]) => {
    if (finished.has(feature)) return;
    for (const [next, path] of edges.get(feature) ?? []) {
      const start = [...way, feature].indexOf(next);
      if (start < 0) visit(next, [...way, feature]);
      else {
        const round = [...[...way, feature].slice(start), next].join(" → ");
        violations.push({ path, rule: "feature cycle", message: `closes the cycle ${round}`, severity: "error" });
      }
    }
    finished.add(feature);
  };
  for (const feature of [...edges.keys()].sort()) visit(feature, []);
  return violations;
}

// For each feature the features it imports, with the first file that does.
function featureEdges(files: SourceFile[]): Map<string, Map<string, string>> {
  const edges = new Map<string, Map<string, string>>();
  for (const { path, text } of files) {
    const from = featureOf(path);
    if (!from || matches(path, OUTSIDE_LAYERS)) continue;
    for (const { specifier } of findImports(text)) {
      const to = featureOf(resolveImport(path, specifier) ?? "");
      if (!to || to === from) continue;
      const targets = edges.get(from) ?? new Map<string, string>();
      if (!targets.has(to)) targets.set(to, path);
      edges.set(from, targets);
    }
  }
  return edges;
}
