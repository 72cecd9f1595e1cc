import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

/** The order of the first chapter's topics, as the server has it. */
async function codesOf(page: Page): Promise<string[]> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).result.items;
  const [chapter] = await read("/service/guide/groups");
  return (await read(`/service/guide/list/${chapter.id}`)).map(({ code }: { code: string }) => code);
}

test("the question mark opens what explains the screen, and a search finds the rest", async ({ context, page }) => {
  await signIn(context, "user");
  await page.goto("/zh-CN/abnormal/dataex");
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "本页帮助" }).click();
  const help = await opening;
  const heading = help.getByRole("heading", { level: 2 });
  const topic = (name: string) => heading.filter({ hasText: name });
  await expect(topic("异常：确认与处理")).toBeVisible();
  expect(await findings(help)).toEqual([]);

  // A part of a word is enough, as Chinese has no blanks.
  await expect(async () => {
    // Until the window is awake nobody hears what is typed.
    for (const words of ["", "品降解"]) await help.getByRole("searchbox", { name: "搜索帮助" }).fill(words);
    await expect(help.getByText("找到 1 个主题")).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(help.locator("mark")).toHaveText("品降解");
  await help.getByRole("navigation", { name: "主题" }).getByRole("link").click();
  await expect(help).toHaveURL(/item=history/);
  await expect(topic("历史数据")).toBeVisible();

  // By its address, in another language; what he may not open is not explained to him.
  await help.goto("/es/guide?item=exception_records");
  await expect(topic("Excepciones: reconocer y tratar")).toBeVisible();
  await help.goto("/es/guide?item=customers");
  await expect(help.getByText("No existe este tema")).toBeVisible();

  await help.setViewportSize({ width: 390, height: 844 });
  await help.getByRole("link", { name: "Todos los temas" }).click();
  await expect(help).toHaveURL(/\/es\/guide$/);
  await expect(help.getByRole("article")).toBeHidden();
  await help.getByRole("navigation", { name: "Temas" }).getByRole("link", { name: "Inicio", exact: true }).click();
  await expect(help.getByRole("article")).toContainText("¿está todo bien?");
});

test("topics are sorted by keyboard, written in a language, and kept from readers", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto("/en-US/sys/online_help");
  await expect.poll(() => codesOf(page)).toEqual(["first_steps", "colours", "lists"]);
  const handle = page.getByRole("button", { name: "Move What the colors mean" });
  await handle.press("ArrowUp");
  await expect.poll(() => codesOf(page)).toEqual(["colours", "first_steps", "lists"]);
  await expect(handle).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => codesOf(page)).toEqual(["first_steps", "colours", "lists"]);

  await page.getByRole("button", { name: "New topic" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code").fill("night_shift");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/at least one language/);
  await dialog.getByLabel("Name").fill("Night shift");
  await dialog.getByLabel("Content").fill("Call <b>Ana</b> at **2 a.m.**");
  // HTML is text, and the rest as readers will see it.
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("Call <b>Ana</b> at 2 a.m.");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto("/ja/guide?item=night_shift");
  await expect(page.getByText("Englishで表示しています", { exact: false })).toBeVisible();
  await page.goto("/en-US/sys/online_help");
  await page.getByRole("checkbox", { name: "Night shift" }).check();
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await expect(page.getByRole("switch", { name: "Enable Night shift" })).not.toBeChecked();
  await page.getByRole("button", { name: "Delete Night shift" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => codesOf(page)).toEqual(["first_steps", "colours", "lists"]);
});
