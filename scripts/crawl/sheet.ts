import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Look, SIZES, type Size } from "./plan";

const THUMBNAIL_WIDTH: Record<Size, number> = { "1440": 420, "390": 160 };

type Picture = { look: Look; file: string; thumbnail: string; faults: number };

/** The screenshots of a crawl: one file each, and one self-contained page per theme and size. */
export class ContactSheets {
  private readonly pictures: Picture[] = [];

  constructor(private readonly folder: string) {}

  /** Takes the screenshot of a visit. */
  async take(page: Page, look: Look, faults: number): Promise<void> {
    const name = `${look.address.replace(/^\//, "").replace(/[^\w]+/g, "-")}-${look.locale}-${look.caller}.jpg`;
    const file = join(`${look.theme}-${look.size}`, name);
    mkdirSync(join(this.folder, `${look.theme}-${look.size}`), { recursive: true });
    await page.screenshot({ path: join(this.folder, file), type: "jpeg", quality: 80, scale: "css" });
    this.pictures.push({ look, file, thumbnail: await thumbnailOf(page, look.size), faults });
  }

  /** Writes the sheets and returns their file names. */
  write(): string[] {
    const groups = groupsOf(this.pictures, ({ look }) => `${look.theme}-${look.size}`);
    return [...groups].map(([name, pictures]) => {
      const file = join(this.folder, `${name}.html`);
      writeFileSync(file, sheetOf(name, pictures));
      return file;
    });
  }
}

async function thumbnailOf(page: Page, size: Size): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = SIZES[size];
  const clip = { x: 0, y: 0, width, height, scale: THUMBNAIL_WIDTH[size] / width };
  const { data } = await session.send("Page.captureScreenshot", { format: "jpeg", quality: 60, clip });
  await session.detach();
  return data;
}

function groupsOf(pictures: readonly Picture[], keyOf: (picture: Picture) => string): Map<string, Picture[]> {
  const groups = new Map<string, Picture[]>();
  for (const picture of pictures) {
    const key = keyOf(picture);
    groups.set(key, [...(groups.get(key) ?? []), picture]);
  }
  return groups;
}

const asText = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function sheetOf(name: string, pictures: readonly Picture[]): string {
  const groups = groupsOf(pictures, ({ look }) => look.address.replace(/=\d+/g, ""));
  const sections = [...groups].map(([address, group]) => {
    const figures = group.map(({ look, file, thumbnail, faults }) => {
      const caption = `${look.locale} · ${look.caller}${faults > 0 ? ` · ${faults} faults` : ""}`;
      const picture = `<img loading="lazy" alt="" src="data:image/jpeg;base64,${thumbnail}">`;
      return `<figure${faults > 0 ? ' class="faulty"' : ""}><a href="${asText(file)}">${picture}</a><figcaption>${caption}</figcaption></figure>`;
    });
    return `<h2>${asText(address)}</h2><div>${figures.join("")}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${name}</title>
<style>body{font:13px system-ui;margin:16px;background:#ddd}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}
figcaption{padding:2px 0}img{border:1px solid #888;display:block}.faulty img{outline:3px solid #c00}</style>
${sections.join("\n")}
`;
}
