import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { forgetAcknowledgement } from "../support/exception-link";
import { signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const HOME = "/en-US/home";
const origin = (page: Page) => ({ origin: new URL(page.url()).origin });

async function choose(context: BrowserContext, page: Page, style: string) {
  const saved = await context.request.put("/service/mine/homeStyle", { data: { style }, headers: origin(page) });
  expect(saved.status(), await saved.text()).toBe(200);
}

test("home says in each of its styles how all stands @core", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/en-US/homepageset");
  await choose(context, page, "list");
  await page.reload();
  await page.getByRole("radio", { name: /^Statistics/ }).check();
  await expectToast(page, "Saved");
  await page.getByRole("link", { name: "Open home" }).click();
  await expect(page.getByRole("term").filter({ hasText: "Pass rate" })).toBeVisible();
  await expect(page.locator("[data-guide=exceptions] li").first()).toBeVisible();
  await page.getByRole("radio", { name: "30 days" }).check();
  await expect(page.getByRole("img", { name: /in 30 days/ })).toBeVisible();

  await page.getByLabel("Home page style").selectOption("sensor");
  await expect(page.getByRole("region", { name: "Carriers with sensor values" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("°C");

  for (const [style, shown] of [
    ["list", page.getByRole("table", { name: "Carriers with live values" })],
    ["map", page.getByRole("complementary").filter({ hasText: "in view" })],
  ] as const) {
    await choose(context, page, style);
    await page.goto(HOME);
    await expect(shown).toBeVisible();
    await expect(page.locator("[data-verdict]")).toHaveAttribute("data-verdict", /critical|warning|offline|normal/);
  }
  await choose(context, page, "list");
});

test("an exception is acknowledged at home", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(HOME);
  const id = await page.locator("[data-exception]").first().getAttribute("data-exception");
  // Others may have acknowledged all that the demo world has.
  await forgetAcknowledgement(process.env.E2E_DATA_DIR as string, Number(id));
  await page.reload();
  await page
    .locator(`[data-exception="${id}"]`)
    .getByRole("button", { name: /^Acknowledge/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription("Required");
  await expect(dialog.getByText("Notified next")).toBeVisible();
  await dialog.getByRole("textbox").fill("On my way");
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(`[data-exception="${id}"]`)).toContainText("Acknowledged by");
});

test("a dashboard is made, arranged by keys and mouse, saved and read again", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(HOME);
  // What an earlier try has left.
  const { result } = await (await context.request.get("/service/dashboard")).json();
  for (const { id } of result.items)
    await context.request.delete(`/service/dashboard/${id}`, { headers: origin(page) });
  await choose(context, page, "dashboards");
  await page.goto(HOME);
  await page.getByRole("button", { name: "New dashboard" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Night shift");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const cards = page.locator("[data-card]");
  await expect(cards).toHaveCount(3);
  await expect(cards.filter({ hasText: "Pass rate" })).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Add card" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Choose a carrier.")).toBeVisible();
  await dialog.getByRole("combobox", { name: /^Carrier/ }).fill("疫苗冰箱");
  await dialog.getByRole("listbox").getByRole("option").first().click();
  await dialog.getByLabel("Title").fill("The first fridge");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const added = page.locator("[data-card]").filter({ hasText: "The first fridge" });
  await expect(added).toContainText("°C");

  const size = added.getByRole("button", { name: /^Resize/ });
  await size.focus();
  await page.keyboard.press("ArrowRight");
  await expect(size).toHaveAccessibleName(/4 × 2/);
  await page.keyboard.press("Control+z");
  await expect(size).toHaveAccessibleName(/3 × 2/);
  await page.keyboard.press("ArrowRight");
  const move = added.getByRole("button", { name: /^Move/ });
  const before = await move.getAttribute("aria-label");
  await move.focus();
  await page.keyboard.press("ArrowUp");
  await expect(move).not.toHaveAccessibleName(before ?? "");
  expect(await findings(page)).toEqual([]);

  await move.evaluate((grip) => grip.scrollIntoView({ block: "center" }));
  const grip = await move.boundingBox();
  if (!grip) throw new Error("the card is not to be seen");
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 260, grip.y + 8, { steps: 10 });
  await page.mouse.up();
  await expect(move).not.toHaveAccessibleName(/column 1,/);
  const places = await page
    .getByRole("button", { name: /^Move/ })
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();

  await page.reload();
  await expect(cards).toHaveCount(4);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Move/ })).toHaveCount(4);
  const kept = await page.getByRole("button", { name: /^Move/ }).evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(kept.toSorted()).toEqual(places.toSorted());
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose(context, page, "list");
});

for (const locale of ["en-US", "es"])
  test(`beside the exceptions a value of the list and its age are in one line, in ${locale}`, async ({
    context,
    page,
  }) => {
    await signIn(context, "admin");
    await page.goto(`/${locale}/home?style=list`);
    await expect(page.locator("[data-guide=exceptions]")).toBeVisible();
    const cell = page.locator("td[data-column=temperature]");
    await expect(cell.locator("time").first()).toBeVisible();
    const wrapped = await cell.locator(".live-value").evaluateAll((values) =>
      values.flatMap((value) => {
        const [number, age] = [value.querySelector(".live-number"), value.querySelector("time")];
        if (!number || !age) return [];
        return age.getBoundingClientRect().top < number.getBoundingClientRect().bottom ? [] : [value.textContent];
      }),
    );
    expect(wrapped).toEqual([]);
    // Nor do the columns reach beyond the list.
    const overflow = await page.locator("table").evaluate((table) => {
      const frame = table.parentElement as HTMLElement;
      return frame.scrollWidth - frame.clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });
