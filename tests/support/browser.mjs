// The browser of the tests: the machine's Chromium, or the one from an npm package.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

// The shell draws without windows, which takes a quarter less time than the whole browser.
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Tests connect only to this machine; by default a browser would check for updates and sync. */
const QUIET = [
  "--no-sandbox",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

// The package's defaults include --single-process, with which a second browser context ends the browser. The software
// GPU draws only maps: rendering whole pages with it takes four times as long.
const BUNDLED = [
  "--no-zygote",
  "--headless=shell",
  "--in-process-gpu",
  "--use-angle=swiftshader-webgl",
  "--enable-unsafe-swiftshader",
];

/**
 * Launch options for Playwright. CHROME_BIN sets the browser; CHROME_BUNDLED=1 forces the npm package's.
 * @returns {Promise<{ executablePath: string, args: string[], env?: Record<string, string> }>}
 */
export async function browserLaunchOptions() {
  const candidates = process.env.CHROME_BIN ? [process.env.CHROME_BIN] : SYSTEM;
  const own = process.env.CHROME_BUNDLED === "1" ? undefined : candidates.find(works);
  if (own) return { executablePath: own, args: QUIET, env: withTrueClock(process.env) };
  if (process.env.CHROME_BIN) throw new Error(`CHROME_BIN ${process.env.CHROME_BIN} does not run`);
  return { ...(await unpackBundled()), args: [...QUIET, ...BUNDLED] };
}

// Chromium does not run with libfaketime; test.ts sets the clock of its pages.
function withTrueClock({ LD_PRELOAD, FAKETIME, ...env }) {
  return FAKETIME ? env : { ...env, ...(LD_PRELOAD && { LD_PRELOAD }) };
}

// Existence is not enough: some distributions ship a stub that only prints where to get the browser.
function works(file) {
  return existsSync(file) && spawnSync(file, ["--version"], { timeout: 20_000 }).status === 0;
}

async function unpackBundled() {
  const previous = { ...process.env };
  // One folder per version, because the package uses whatever is already unpacked in the temporary folder.
  const folder = path.join(tmpdir(), `frostline-chromium-${bundledVersion()}`);
  // Without this marker, an earlier run was interrupted and the browser is incomplete.
  const complete = path.join(folder, "complete");
  if (!existsSync(complete)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  // Makes the package also unpack system libraries that a minimal machine lacks, and set their path.
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs20.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    writeFileSync(complete, "");
    const { LD_LIBRARY_PATH = "" } = process.env;
    const inherited = Object.entries(previous).filter(([, value]) => value !== undefined);
    const env = {
      ...withTrueClock(Object.fromEntries(inherited)),
      LD_LIBRARY_PATH,
      FONTCONFIG_FILE: writeFontConfiguration(folder),
    };
    return { executablePath, env };
  } finally {
    for (const name of ["TMPDIR", "AWS_EXECUTION_ENV", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "HOME"]) {
      if (previous[name] === undefined) delete process.env[name];
      else process.env[name] = previous[name];
    }
  }
}

// The package's configuration uses fixed paths, and the browser crashes on the first text if it finds no font. This one
// uses the machine's fonts, if any, and those unpacked beside the browser.
function writeFontConfiguration(folder) {
  const file = path.join(folder, "fonts.conf");
  const content = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${path.join(folder, "fonts")}</dir>
  <cachedir>${path.join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
  writeFileSync(file, content);
  return file;
}

function bundledVersion() {
  const require = createRequire(import.meta.url);
  const root = require.resolve("@sparticuz/chromium").replace(/(@sparticuz[\\/]chromium)[\\/].*$/, "$1");
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version;
}
