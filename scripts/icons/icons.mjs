// Generates public/icons/ from public/logo.svg. Run `node scripts/icons/icons.mjs` after the logo changes.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "../../tests/support/browser.mjs";
import { ROOT } from "../product/paths.mjs";

const GROUND = "#0a6a74";

/** Sizes in px. Where the system crops the icon, the background fills the square and the logo stays in its middle. */
const ICONS = [
  { file: "icon-192.png", size: 192, share: 1 },
  { file: "icon-512.png", size: 512, share: 1 },
  { file: "maskable-192.png", size: 192, share: 0.8, isFull: true },
  { file: "maskable-512.png", size: 512, share: 0.8, isFull: true },
  { file: "apple-touch-icon.png", size: 180, share: 0.9, isFull: true },
];

const folder = join(ROOT, "public/icons");
mkdirSync(folder, { recursive: true });
const logo = readFileSync(join(ROOT, "public/logo.svg"), "utf8");
const browser = await chromium.launch(await browserLaunchOptions());
const page = await browser.newPage();
for (const { file, size, share, isFull = false } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${isFull ? GROUND : "transparent"} }
    svg { width: ${share * 100}vw; height: ${share * 100}vw }
  </style>${logo}`);
  await page.screenshot({ path: join(folder, file), omitBackground: true });
}
await browser.close();
