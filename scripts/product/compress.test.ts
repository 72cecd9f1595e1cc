import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compressFiles } from "./compress.mjs";

const TEXT = "export const cold = 5;\n".repeat(200);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "frostline-compress-"));
  mkdirSync(path.join(folder, "chunks"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("lays texts compressed beside themselves, at any depth", async () => {
  writeFileSync(path.join(folder, "chunks/a.js"), TEXT);
  writeFileSync(path.join(folder, "b.css"), TEXT);
  await compressFiles(folder);
  for (const name of ["chunks/a.js", "b.css"]) {
    const file = path.join(folder, name);
    expect(readFileSync(file, "utf8")).toBe(TEXT);
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(TEXT);
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(TEXT);
  }
});

it("leaves alone what is small, and what is compressed by itself", async () => {
  writeFileSync(path.join(folder, "small.js"), "1");
  writeFileSync(path.join(folder, "font.woff2"), TEXT);
  await compressFiles(folder);
  expect(readdirSync(folder).sort()).toEqual(["chunks", "font.woff2", "small.js"]);
});
