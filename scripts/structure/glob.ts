const cache = new Map<string, RegExp>();

/** Whether a path matches one glob: `*` within a segment, `**` across segments, `{a,b}` either. */
export function matchesGlob(path: string, glob: string): boolean {
  let pattern = cache.get(glob);
  if (!pattern) {
    pattern = new RegExp(
      `^${glob
        .split(/(\*\*\/|\*\*|\*|\{[^}]*\})/)
        .map(toPattern)
        .join("")}$`,
    );
    cache.set(glob, pattern);
  }
  return pattern.test(path);
}

function toPattern(part: string): string {
  if (part === "**/") return "(?:.*/)?";
  if (part === "**") return ".+";
  if (part === "*") return "[^/]*";
  if (part.startsWith("{")) return `(?:${part.slice(1, -1).split(",").map(quote).join("|")})`;
  return quote(part);
}

function quote(text: string): string {
  return text.replace(/[.+^$()|[\]\\?]/g, "\\$&");
}

/** Whether a list of globs includes the path: the last match decides, a leading `!` excludes. */
export function matches(path: string, globs: readonly string[]): boolean {
  const last = globs.findLast((glob) => matchesGlob(path, glob.replace(/^!/, "")));
  return last !== undefined && !last.startsWith("!");
}
