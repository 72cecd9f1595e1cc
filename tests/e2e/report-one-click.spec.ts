import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { contentOf } from "@/features/role/template.rules";
import { newNurse } from "../factories/nurse";
import { findings } from "../support/axe";
import { call } from "../support/empty-customer";
import { TEST_PASSWORD } from "../support/environment";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const dialog = (page: Page) => page.getByRole("dialog");
type Item = { id: number; name: string };
const itemsOf = async (page: Page, path: string): Promise<Item[]> =>
  (await (await page.request.get(path)).json()).result.items;

/** From home to the file of the signed report on an exception that home lists. Returns how many actions that took. */
async function reportFromHome(page: Page, exception: string): Promise<number> {
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  await page.goto("/en-US/home?style=map");
  const list = page.locator("[data-guide=exceptions]");
  // 1: an exception of the list at home.
  await act(list.locator(exception).first().getByRole("link").first().click());
  // 2: one button makes the right report and leads to it.
  await act(dialog(page).getByRole("button", { name: "Create report" }).click());
  await expect(page).toHaveURL(/dataReport\?id=\d+/);
  await expect(dialog(page).getByRole("link", { name: "Download PDF", exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page)).toContainText("Lot usability");
  expect(await findings(page)).toEqual([]);
  // 3 to 5: signed with the password.
  await act(dialog(page).getByRole("button", { name: "Sign as author" }).click());
  const signing = dialog(page).last();
  await act(signing.getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD));
  await act(signing.getByRole("button", { name: "Sign", exact: true }).click());
  await expect(dialog(page).getByText("Unchanged since signed")).toBeVisible();
  await expect(dialog(page).getByText("Adding the signature")).toBeHidden({ timeout: 60_000 });
  // 6: the file.
  const download = page.waitForEvent("download");
  await act(dialog(page).getByRole("link", { name: "Download PDF", exact: true }).click());
  expect((await download).suggestedFilename()).toMatch(/v1\.pdf$/);
  return actions;
}

test("an excursion becomes a signed PDF with verdicts in six actions from home @everywhere", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  expect(await reportFromHome(page, "[data-exception]")).toBeLessThanOrEqual(6);
});

const WEEK_MS = 7 * 86_400_000;

/** Logs in as a pharmacist, by the shipped template, of the place where an excursion of the last week is over. */
async function enterAsPharmacist(context: BrowserContext): Promise<void> {
  const { request } = context;
  await signIn(context, "admin");
  const from = new Date(Date.now() - WEEK_MS).toISOString();
  const query = `state=cleared&kind=range&from=${encodeURIComponent(from)}&iDisplayLength=1`;
  const { items } = await call<{ items: ExceptionDto[] }>(request, "GET", `exception?${query}`);
  const place = items[0]?.scenePath.at(-1);
  const role = await call<{ id: number }>(request, "POST", "role", {
    name: `Pharmacist ${Date.now().toString(36)}`,
    ...{ ...contentOf("pharmacist"), sceneIds: [place?.id] },
  });
  const person = newNurse({ roleId: role.id });
  const { password } = await call<{ password: string }>(request, "POST", "user", person);
  await context.clearCookies();
  const { username } = person;
  await call(request, "POST", "user/login", { username, password });
  const change = { oldPassword: password, newPassword: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
  await call(request, "PUT", "mine/password", change);
  await context.clearCookies();
  await call(request, "POST", "user/login", { username, password: TEST_PASSWORD });
  await call(request, "PUT", "mine/guide?on=0", {});
}

test("so it does for a pharmacist who has nothing but the shipped role, of last week", async ({ context, page }) => {
  await enterAsPharmacist(context);
  const { exceptions } = await call<{ exceptions: { items: ExceptionDto[] } }>(page.request, "GET", "home/overview");
  const isOfLastWeek = ({ startedAt, endedAt }: ExceptionDto) =>
    endedAt !== null && Date.parse(startedAt) > Date.now() - WEEK_MS;
  const ofLastWeek = exceptions.items.find(isOfLastWeek);
  expect(ofLastWeek).toBeDefined();
  expect(await reportFromHome(page, `[data-exception="${ofLastWeek?.id}"]`)).toBeLessThanOrEqual(6);
});

test("a report is made from a carrier and from a lot by one button each @everywhere @core", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const [carrier] = await itemsOf(page, `/service/carrier?q=${encodeURIComponent("接种门诊疫苗冰箱1号")}`);
  await page.goto(`/en-US/newCarrierDetail?id=${carrier?.id}`);
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByRole("menuitem", { name: "Last week" }).click();
  await expect(page).toHaveURL(/dataReport\?id=\d+/);
  await expect(dialog(page).getByRole("heading", { name: carrier?.name ?? "" })).toBeVisible();
  await expect(dialog(page)).toContainText("Temperature and humidity record");

  const [lot] = await itemsOf(page, "/service/lot?q=H2607A");
  await page.goto(`/en-US/lotDetail?id=${lot?.id}`);
  await expect(page).toHaveTitle("H2607A · Lot · Frostline");
  await page.getByRole("button", { name: "Create report" }).click();
  await expect(page).toHaveURL(/dataReport\?id=\d+/);
  await expect(dialog(page).getByRole("heading", { name: "H2607A" })).toBeVisible();
  await expect(dialog(page)).toContainText("Lots and results");
});

test("a template is saved, used and deleted", async ({ context, page }) => {
  await signIn(context, "admin");
  const name = `Weekly ${Date.now().toString(36)}`;
  await page.goto("/en-US/count/dataReport");
  await page.getByRole("link", { name: "Templates" }).click();
  await page.getByRole("button", { name: "New template" }).first().click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Required", { exact: true })).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("combobox", { name: "Carriers" }).fill("接种门诊疫苗冰箱1号");
  await dialog(page).getByRole("option").filter({ hasText: "接种门诊疫苗冰箱1号" }).last().click();
  await page.keyboard.press("Escape");
  await dialog(page).getByLabel("Period").selectOption({ label: "Last week" });
  await dialog(page).getByLabel("Español").check();
  await dialog(page).getByLabel("Approval").check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const row = page.locator("tbody tr").filter({ hasText: name });
  await expect(row).toContainText("Last week");
  await row.getByRole("button", { name: `Create report from ${name}` }).click();
  await expect(page).toHaveURL(/dataReport\?id=\d+/);
  await expect(dialog(page)).toContainText("Signatures outstanding: Approval");
  await expect(dialog(page).getByRole("link", { name: "Download PDF (Español)" })).toBeVisible({ timeout: 60_000 });

  await page.goto("/en-US/count/dataReport?tab=templates");
  await page
    .locator("tbody tr")
    .filter({ hasText: name })
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.locator("tbody tr").filter({ hasText: name })).toHaveCount(0);
});
