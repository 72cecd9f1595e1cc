import { resolve } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import type { Finding } from "../report";

const SOURCES = [
  "app",
  "components",
  "db",
  "features",
  "lib",
  "worker",
  "instrumentation-client.ts",
  "middleware.ts",
] as const;

/**
 * All imports that `dependency-cruiser.config.mjs` forbids, and all cycles between features. Works on the checkout in
 * the working directory, because the aliases of its tsconfig.json are resolved from there. `sources` are files and
 * folders of it.
 */
export async function checkImports(sources: readonly string[] = SOURCES): Promise<Finding[]> {
  const options = await extractDepcruiseOptions(resolve("dependency-cruiser.config.mjs"));
  const tsConfig = extractTSConfig(resolve("tsconfig.json"));
  const { output } = await cruise([...sources], options, undefined, { tsConfig });
  const { modules, summary } = output as ICruiseResult;
  const reasons = new Map(summary.ruleSetUsed?.forbidden?.map(({ name, comment }) => [name, comment]));
  const refused = summary.violations.map(({ from, to, rule, cycle }) => ({
    path: from,
    rule: rule.name,
    message: cycle
      ? `closes the circle ${[from, ...cycle.map(({ name }) => name)].join(" → ")}`
      : `imports ${to}: ${reasons.get(rule.name)}`,
    severity: "error" as const,
  }));
  return [...refused, ...findFeatureCycles(modules)];
}

const TEST = /\.test\.tsx?$/;
const featureOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1];

/** One finding for each import that closes a cycle between features; it lists the features in order. */
export function findFeatureCycles(
  modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[],
): Finding[] {
  const edges = new Map<string, Map<string, string>>();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (!from || TEST.test(source)) continue;
    for (const to of dependencies.map(({ resolved }) => featureOf(resolved))) {
      if (!to || to === from) continue;
      const targets = edges.get(from) ?? new Map<string, string>();
      if (!targets.has(to)) targets.set(to, source);
      edges.set(from, targets);
    }
  }
  const findings: Finding[] = [];
  const finished = new Set<string>();
  const visit = (feature: string, path: string[]) => {
    if (finished.has(feature)) return;
    for (const [next, source] of edges.get(feature) ?? []) {
      const start = [...path, feature].indexOf(next);
      if (start < 0) visit(next, [...path, feature]);
      else {
        const cycle = [...[...path, feature].slice(start), next].join(" → ");
        findings.push({
          path: source,
          rule: "feature cycle",
          message: `closes the cycle ${cycle}`,
          severity: "error",
        });
      }
    }
    finished.add(feature);
  };
  for (const feature of [...edges.keys()].sort()) visit(feature, []);
  return findings;
}
