import { randomBytes } from "node:crypto";
import { type APIRequestContext, type Browser, type BrowserContext, expect } from "@playwright/test";
import { mayOpen, SCREENS, type Screen } from "../../../lib/page/screens";
import { addressesOf, isMeantFor } from "../../../scripts/crawl/addresses";
import { type Rights, signInAs } from "../../../scripts/crawl/callers";
import { inspectPage } from "../../../scripts/crawl/inspect";
import { type Caller, type Look, type Size, takeTurns } from "../../../scripts/crawl/plan";
import { judge, open, tryClosed } from "../../../scripts/crawl/visit";
import { openWindow, type Window } from "../../../scripts/crawl/window";
import { TEST_PASSWORD } from "../../support/environment";
import { makeLinkKey } from "../../support/exception-link";
import { overweight } from "../../support/first-load";
import { test } from "../../support/test";

const CALLERS = ["root", "platform", "agent", "admin", "user", "nobody"] as const satisfies readonly Caller[];
const LIST: readonly Screen[] = SCREENS;

type Guest = { session: BrowserContext; rights: Rights; windows: Map<Size, Window> };

const guests = new Map<Caller, Guest>();
let looks: Omit<Look, "address">[] = [];

test.beforeAll(async ({ browser }) => {
  for (const caller of CALLERS) {
    const session = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? "" });
    const account = caller === "nobody" ? null : { username: caller, password: TEST_PASSWORD };
    guests.set(caller, { session, rights: await signInAs(session, caller, account), windows: new Map() });
  }
  const mayCome = (screen: Screen) => (caller: Caller) =>
    isMeantFor(screen.path, caller) && mayOpen(screen, guests.get(caller)?.rights ?? null);
  const turns = LIST.map((screen) => ({ path: screen.path, openTo: CALLERS.filter(mayCome(screen)) }));
  // A screen that needs what this product lacks has nobody to look at it.
  looks = takeTurns(turns.filter(({ openTo }) => openTo.length > 0));
});

test.afterAll(async () => {
  for (const { session, windows } of guests.values())
    for (const context of [session, ...[...windows.values()].map((window) => window.context)]) await context.close();
});

async function windowOf(browser: Browser, { session, windows }: Guest, size: Size): Promise<Window> {
  const known = windows.get(size);
  if (known) return known;
  const made = await openWindow(browser, session, size, test.info().project.use.baseURL ?? "");
  windows.set(size, made);
  return made;
}

for (const caller of CALLERS)
  test(`${caller} finds nothing to complain of in the turns of this account`, async ({ browser }) => {
    // A dozen screens each.
    test.slow();
    const guest = guests.get(caller) as Guest;
    const { key } = await makeLinkKey(process.env.E2E_DATA_DIR as string);
    const complaints: string[] = [];
    let seen = 0;
    for (const turn of looks.filter((look) => look.caller === caller)) {
      const [place] = await addressesOf(turn.path as (typeof SCREENS)[number]["path"], guest.session.request, key);
      if (!place) continue;
      const look = { ...turn, address: place.address };
      const { page, traffic } = await windowOf(browser, guest, look.size);
      await page.emulateMedia({ colorScheme: look.theme, reducedMotion: "reduce" });
      const faults = [...(await open(page, traffic, look, place)), ...(await judge(page, traffic, look))];
      const heavy = await overweight(guest.session.request, `/${look.locale}${place.address}`);
      if (heavy) faults.push({ level: "error", rule: "first load", detail: heavy });
      for (const { level, rule, detail } of faults)
        if (level === "error")
          complaints.push(`${look.path} (${look.locale}, ${look.theme}, ${look.size}): ${rule}: ${detail}`);
      seen += 1;
    }
    expect(complaints).toEqual([]);
    expect(seen).toBeGreaterThan(0);
  });

test("whom a screen is closed to is sent away from it", async () => {
  const complaints: string[] = [];
  for (const caller of CALLERS) {
    const { session, rights } = guests.get(caller) as Guest;
    for (const screen of LIST.filter((one) => !mayOpen(one, rights))) {
      const { path } = screen;
      const look: Look = { path, address: path, caller, locale: "ja", theme: "light", size: "1440" };
      for (const { detail } of await tryClosed(session.request, look)) complaints.push(`${screen.path} ${detail}`);
    }
  }
  expect(complaints).toEqual([]);
});

test("a build whose scripts are too heavy is told", async () => {
  const html = '<script src="/_next/static/chunks/turbopack-0a1b.js" async=""></script>';
  const answer = { status: () => 200, url: () => "http://localhost/en-US/home", text: async () => html };
  const script = { body: async () => randomBytes(300_000) };
  const request = { get: async (url: string) => (url.endsWith(".js") ? script : answer) };
  const told = await overweight(request as unknown as APIRequestContext, "/en-US/home");
  expect(told).toMatch(/^300\.\d kB of 266 kB$/);
});

test("the look has eyes: each fault of a faulty page is seen", async ({ browser }) => {
  const { page } = await openWindow(browser, (guests.get("nobody") as Guest).session, "1440", "http://localhost");
  const cut = 'style="width:40px;overflow:hidden;white-space:nowrap"';
  await page.setContent(`<body style="margin:0"><main><h1>One</h1><h1>Two</h1>
    <p>history.chart.title</p><div style="width:2000px">wide</div>
    <p ${cut}>cut in the middle</p>
    <p ${cut.replace('nowrap"', 'nowrap;text-overflow:ellipsis"')}>shortened and nowhere whole</p>
    <p title="whole" ${cut.replace('nowrap"', 'nowrap;text-overflow:ellipsis"')}>shortened and whole in its title</p>
    <button style="width:30px;padding:0;white-space:nowrap">spilling over</button>
    <div style="position:relative;height:40px"><button style="position:absolute;width:60px;height:30px">under</button>
    <a href="#x" style="position:absolute;width:60px;height:30px">over</a></div></main></body>`);
  const { faults, facts } = await page.evaluate(inspectPage, ["history"]);
  expect(faults.map(({ rule }) => rule).sort()).toEqual([
    "covered",
    "cut",
    "no translation",
    "scrolls sideways",
    "shortened without a title",
    "spills",
  ]);
  expect(facts).toMatchObject({ headings: 2, ways: 0, title: "" });
  await page.context().close();
});
