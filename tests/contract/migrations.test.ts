import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/product/paths.mjs";

const MIGRATIONS = join(ROOT, "db/migrations");
// Below the checkout, because drizzle-kit resolves its output relative to it.
const copy = mkdtempSync(join(ROOT, "node_modules/.cache-migrations-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}

/** What `npx drizzle-kit generate` says about the schema, writing beside the committed migrations. */
function generate() {
  const bin = join(ROOT, "node_modules/drizzle-kit/bin.cjs");
  const options = ["--dialect=postgresql", "--schema=./db/schema/*.ts", "--casing=snake_case"];
  const args = [bin, "generate", ...options, `--out=./${relative(ROOT, copy)}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  return { status, text: stdout + stderr };
}

describe("the committed migrations", () => {
  it("are what generating would give: no table or column waits for a migration", () => {
    cpSync(MIGRATIONS, copy, { recursive: true });
    const { status, text } = generate();
    expect(status, text).toBe(0);
    expect(text).toContain("No schema changes");
    expect(contents(copy)).toEqual(contents(MIGRATIONS));
  }, 90_000);

  it("are those of the journal, in its order", () => {
    const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8"));
    const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
    expect(files.sort()).toEqual(entries.map(({ tag }: { tag: string }) => `${tag}.sql`));
  });
});
