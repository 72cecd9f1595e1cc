import { describe, expect, it } from "vitest";
import { delayScripts } from "./late-scripts.mjs";

const NAMED = '<script src="/_next/static/chunks/a.js" async=""></script>';
const LATE = '<script src="/_next/static/chunks/a.js" async="" type="text/later"></script>';
const PAGE = `<html><head><title>Kühlräume</title>${NAMED}</head><body>冷库${NAMED}</body></html>`;

/** What a page becomes that comes in pieces of so many bytes. */
function delayed(page: string, size: number): string {
  const bytes = Buffer.from(page);
  const scripts = delayScripts();
  const made: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) made.push(scripts.take(bytes.subarray(at, at + size)));
  made.push(scripts.rest());
  return Buffer.concat(made).toString();
}

describe("the scripts at the head of a page", () => {
  it.each([1, 7, 40, 4096])("are data until the loader behind them names them anew, in pieces of %i bytes", (size) => {
    const page = delayed(PAGE, size);
    expect(page).toContain(`<head><title>Kühlräume</title>${LATE}<script>(function(){`);
    expect(page).toContain("</script></head><body>");
  });

  it("and those of the body stay as they are", () => {
    expect(delayed(PAGE, 100)).toMatch(new RegExp(`</head><body>冷库${NAMED}</body></html>$`));
  });

  it.each([
    ["a page that names none", "<html><head><title>T</title></head><body></body></html>"],
    ["a script for browsers without modules", '<html><head><script src="/a.js" noModule=""></script></head></html>'],
    ["a page of another server", '<html><head><script src="/jquery.js" async=""></script></head></html>'],
    ["text without a head", "plain"],
    ["nothing", ""],
    ["a head that does not end", `<html><head>${NAMED}${"x".repeat(70_000)}`],
  ])("changes nothing of %s", (_, page) => {
    expect(delayed(page, 1000)).toBe(page);
  });

  it("keeps nothing back behind the head", () => {
    const scripts = delayScripts();
    expect(scripts.take(Buffer.from("<html><head>")).length).toBe(0);
    expect(scripts.take(Buffer.from("</head><body>")).toString()).toBe("<html><head></head><body>");
    expect(scripts.take(Buffer.from("row")).toString()).toBe("row");
  });
});
