import { LAYERS, type Layer, OUTSIDE_LAYERS } from "./table";

/** The part of `biome.json` that expresses the import arrow: one override for each layer. */
export function lintOverrides() {
  return LAYERS.map((layer) => ({
    includes: [...layer.files, ...OUTSIDE_LAYERS.map((glob) => `!${glob}`)],
    linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns: patternsOf(layer) } } } } },
  }));
}

// In a pattern group a match is refused and a leading `!` lets through: the inverse of the table's globs.
function patternsOf({ imports, notOwn, why }: Layer) {
  const allowed = imports.map((glob) => (glob.startsWith("!") ? glob.slice(1) : `!${glob}`));
  const arrow = { group: ["@/**", ...allowed], message: `Against the import arrow: ${why}.` };
  if (!notOwn) return [arrow];
  const own = notOwn.flatMap((file) => [`./${file}`, `./**/${file}`, `../**/${file}`]);
  return [arrow, { group: own, message: `Against the import arrow: ${why}.` }];
}

type BiomeConfig = { overrides?: { linter?: { rules?: { style?: Record<string, unknown> } } }[] };

/** The configuration with its import-arrow overrides replaced by those of the table. */
export function withLintOverrides<T extends BiomeConfig>(config: T): T {
  const others = (config.overrides ?? []).filter((entry) => !entry.linter?.rules?.style?.noRestrictedImports);
  return { ...config, overrides: [...others, ...lintOverrides()] };
}
