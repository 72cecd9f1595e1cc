import { expect } from "@playwright/test";
import { LOCALES } from "../../../lib/i18n/routing";
import { mayOpen, SCREENS, type Screen } from "../../../lib/page/screens";
import { addressesOf, isMeantFor } from "../../../scripts/crawl/addresses";
import { signInAs } from "../../../scripts/crawl/callers";
import { SIZES } from "../../../scripts/crawl/plan";
import { TEST_PASSWORD } from "../../support/environment";
import { test } from "../../support/test";

/** Lists that are wider than a window by design: a column for each figure. */
const WIDE: readonly string[] = ["statistics"];
const LIST: readonly Screen[] = SCREENS;

// What a customer sees; accounts with several customers have a column more.
for (const locale of LOCALES)
  test(`no list reaches under its actions beside the open menu: ${locale}`, async ({ context, page }) => {
    test.slow();
    await page.setViewportSize(SIZES["1440"]);
    const rights = await signInAs(context, "admin", { username: "admin", password: TEST_PASSWORD });
    const beyond: string[] = [];
    let seen = 0;
    for (const screen of LIST) {
      if (screen.kind !== "console" || !isMeantFor(screen.path, "admin") || !mayOpen(screen, rights)) continue;
      const [place] = await addressesOf(screen.path as (typeof SCREENS)[number]["path"], context.request);
      if (!place) continue;
      await page.goto(`/${locale}${place.address}`);
      await page.evaluate(() => document.fonts.ready.then(() => true));
      const lists = await page.locator("table[data-table]").evaluateAll((tables) =>
        tables.map((table) => ({
          name: (table as HTMLElement).dataset.table ?? "",
          overhang: (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0),
        })),
      );
      seen += lists.length;
      for (const { name, overhang } of lists)
        if (overhang > 0 && !WIDE.includes(name)) beyond.push(`${screen.path} ${name}: ${overhang} px`);
    }
    expect(beyond).toEqual([]);
    expect(seen).toBeGreaterThan(30);
  });
