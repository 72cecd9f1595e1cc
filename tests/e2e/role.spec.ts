import { expect, type Locator, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/en-US/user/userLimits";
const editor = (page: Page): Locator => page.getByRole("dialog").first();
const tree = (page: Page): Locator => editor(page).getByRole("tree", { name: "Permissions" });
const line = (page: Page, name: string): Locator => tree(page).getByRole("treeitem", { name, exact: true });

/** Changes a field and presses Escape so soon after it that nothing can come between. */
const typeAndEscape = (field: Locator, text: string) =>
  field.evaluate(async (input: HTMLInputElement, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }, text);

test("a role is made with two groups of codes, changed, and found by who has a code", async ({ context, page }) => {
  await signIn(context, "admin");
  const name = `Guards ${Date.now() % 1_000_000}`;
  await page.goto(PATH);
  await page.getByRole("button", { name: "New role" }).click();
  await editor(page).getByLabel("Role name").fill(name);
  // The type that may least comes first.
  await expect(editor(page).getByLabel("Role type").locator("option:checked")).toHaveText("Customer user");
  await editor(page).getByLabel("Role type").selectOption({ label: "Customer administrator" });

  // Whole groups, by pointer and by keyboard.
  await line(page, "Analysis and export").getByText("Analysis and export").click();
  await expect(line(page, "Analysis and export")).toHaveAttribute("aria-checked", "true");
  await line(page, "Tasks").focus();
  await page.keyboard.press("Space");
  // The presets of verification are changed by the platform alone.
  await expect(line(page, "Tasks")).toHaveAttribute("aria-checked", "mixed");
  await expect(editor(page).getByText(/^Unsaved: \d+ added, 0 removed$/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await editor(page).getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Again: the groups are there; one code goes, and comes back.
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/[?&]id=\d+/);
  await expect(line(page, "Analysis and export")).toHaveAttribute("aria-checked", "true");
  await expect(line(page, "Devices")).toHaveAttribute("aria-checked", "false");
  await editor(page).getByRole("searchbox", { name: "Search in Permissions" }).fill("viewVerifyTask");
  await line(page, "view").getByText("view", { exact: true }).click();
  await expect(editor(page).getByText("Unsaved: 0 added, 1 removed")).toBeVisible();
  await editor(page).getByRole("button", { name: "Removed: Verifications: view. Undo" }).click();
  await expect(editor(page).getByText(/^Unsaved:/)).toHaveCount(0);

  // Who has this.
  await editor(page).getByRole("button", { name: "Who has viewVerifyTask?" }).click();
  const holders = page.getByRole("dialog", { name: "Who has “Verifications: view”" });
  await expect(holders.getByText(name)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(holders).toHaveCount(0);

  // Unsaved changes are asked about.
  await typeAndEscape(editor(page).getByLabel("Role name"), `${name} II`);
  await expect(editor(page).getByText("You have unsaved changes.")).toBeVisible();
  await editor(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("what one lacks, or the type cannot hold, is out of reach @everywhere @core", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${PATH}?id=new`);
  await editor(page).getByLabel("Role type").selectOption({ label: "Customer administrator" });
  const search = editor(page).getByRole("searchbox", { name: "Search in Permissions" });
  await search.fill("newParam");
  await expect(line(page, "create")).toHaveAttribute("aria-disabled", "true");
  await expect(line(page, "create")).toHaveAccessibleDescription("You do not have it");
  await line(page, "create").focus();
  await page.keyboard.press("Space");
  await expect(line(page, "create")).toHaveAttribute("aria-checked", "false");
  await editor(page).getByLabel("Role type").selectOption({ label: "Customer user" });
  await search.fill("newRole");
  await expect(line(page, "create")).toHaveAccessibleDescription("Not for this role type");
});

test("a template fills a new role, which is saved as it is", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${PATH}?id=new`);
  await editor(page).getByLabel("From a template").selectOption({ label: "Auditor" });
  await expect(editor(page).getByLabel("Role name")).toHaveValue("Auditor");
  await expect(
    editor(page).getByText("Views all records and logs of the customer; cannot change anything."),
  ).toBeVisible();
  const name = `Audit ${Date.now() % 1_000_000}`;
  await editor(page).getByLabel("Role name").fill(name);
  // Another template changes type and permissions, and leaves the name that was written.
  await editor(page).getByLabel("From a template").selectOption({ label: "Nurse" });
  await expect(editor(page).getByLabel("Role name")).toHaveValue(name);
  await expect(editor(page).getByRole("group", { name: "Places" })).toBeVisible();
  await editor(page).getByLabel("From a template").selectOption({ label: "Auditor" });
  await expect(line(page, "Logs")).toHaveAttribute("aria-checked", "mixed");
  expect(await findings(page)).toEqual([]);
  await editor(page).getByRole("button", { name: "Create role" }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();
});
