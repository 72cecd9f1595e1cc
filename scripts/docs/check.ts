import { posix } from "node:path";
import type { Finding } from "../report";
import { matchesGlob } from "../structure/glob";

type Input = {
  documents: { path: string; text: string }[];
  /** Every file of the checkout. */
  files: string[];
  /** Names in package.json's scripts. */
  commands: string[];
};

const FILE_NAME = /^[\w.[\]()-]+\.(?:tsx?|mjs|js|json|css|sql|md|sh|ya?ml|svg|png)$/;
/** Made at run time or by tools: not in a checkout, yet worth naming. */
const GENERATED = [".data", ".next", "node_modules", "test-results", "playwright-report", "screenshots"];

/** Paths, links and npm commands that a document names and the checkout does not have. */
export function checkDocs({ documents, files, commands }: Input): Finding[] {
  const folders = new Set(files.flatMap(ancestors));
  const exists = (path: string) => files.includes(path) || folders.has(path);
  const isTopLevel = (segment: string) => exists(segment);
  return documents.flatMap(({ path, text }) => {
    const complain = (index: number, message: string): Finding => ({
      path,
      line: text.slice(0, index).split("\n").length,
      rule: "dead reference",
      message,
      severity: "error",
    });
    const prose = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1`*\s*$/gm, (block) => block.replace(/[^\n]/g, " "));
    const findings: Finding[] = [];
    for (const match of prose.matchAll(/`([^`\n]+)`/g)) {
      const code = match[1] as string;
      const command = /^npm (?:run )?([\w:-]+)/.exec(code);
      if (command) {
        const name = command[1] as string;
        if (code.startsWith("npm run") && !commands.includes(name))
          findings.push(complain(match.index, `no command ${code}`));
      } else if (isDead(code, { files, exists, isTopLevel }))
        findings.push(complain(match.index, `${code} does not exist`));
    }
    for (const match of prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      const target = match[1] as string;
      if (/^[a-z]+:/.test(target)) continue;
      const file = posix.join(posix.dirname(path), decodeURI(target)).replace(/\/$/, "");
      if (!exists(file)) findings.push(complain(match.index, `the link to ${target} leads nowhere`));
    }
    return findings;
  });
}

type Tree = { files: string[]; exists: (path: string) => boolean; isTopLevel: (segment: string) => boolean };

function isDead(code: string, { files, exists, isTopLevel }: Tree): boolean {
  const path = code
    .replace(/^@\//, "")
    .replace(/^\.\//, "")
    .replace(/:\d+(?:-\d+)?$/, "")
    .replace(/\/$/, "");
  const [top = "", ...rest] = path.split("/");
  if (/[\s"'=;,$|]/.test(path) || GENERATED.includes(top)) return false;
  if (rest.length === 0) {
    if (code.endsWith("/")) return !files.some((file) => `/${file}`.includes(`/${top}/`));
    return FILE_NAME.test(path) && !files.some((file) => posix.basename(file) === path);
  }
  if (!isTopLevel(top)) return false;
  if (/[*<{]/.test(path)) {
    const glob = path.replace(/<[^>]*>/g, "*");
    return ![...files, ...files.flatMap(ancestors)].some((file) => matchesGlob(file, glob));
  }
  // A module may be named without its extension, as in an import.
  return !exists(path) && !files.some((file) => file.replace(/\.(?:tsx?|mjs)$/, "") === path);
}

function ancestors(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
