import { type BrowserContext, expect, type Page } from "@playwright/test";
import { makePng } from "../factories/picture";
import { findings } from "../support/axe";
import { type DemoAccount, signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const PATH = "/en-US/personal/material";

async function open(context: BrowserContext, page: Page, query = "", account: DemoAccount = "user") {
  await signIn(context, account);
  await page.goto(PATH + query);
  await expect(page.getByRole("heading", { name: "Personal details" })).toBeVisible();
}

const picture = (name: string, buffer: Buffer, mimeType = "image/png") => ({ name, mimeType, buffer });

test("a changed name stands in the top bar at once, and a wrong one is told beside its field", async ({
  context,
  page,
}) => {
  await open(context, page);
  const name = page.getByRole("textbox", { name: "Name" });
  const before = await name.inputValue();
  await name.fill("");
  await page.getByRole("textbox", { name: "Mobile" }).fill("12");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Required", { exact: true })).toBeVisible();
  await expect(page.getByText("11 digits, 7 to 8 digits", { exact: false })).toBeVisible();
  await expect(name).toBeFocused();

  await name.fill("Lin Xiaomei");
  await page.getByRole("textbox", { name: "Mobile" }).fill("13900002201");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectToast(page, "Saved");
  await expect(page.getByRole("banner").getByRole("button", { name: /Lin Xiaomei/ })).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Lin Xiaomei");
  await name.fill(before);
  await name.press("Enter");
  await expect(page.getByRole("banner").getByRole("button", { name: before })).toBeVisible();
});

test("a picture is judged by its content, uploaded and removed", async ({ context, page }) => {
  await open(context, page);
  const file = page.getByLabel("Photo file");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await file.setInputFiles(picture("face.png", svg));
  await expect(page.getByText("Upload a JPG or PNG image.")).toBeVisible();
  await file.setInputFiles(picture("face.png", makePng({ padding: 600_000 })));
  await expect(page.getByText("At most 500 kB", { exact: true })).toBeVisible();

  await file.setInputFiles(picture("face.dat", makePng({ width: 64, height: 64, seed: 120 })));
  await expectToast(page, "Photo saved");
  const face = page.getByRole("banner").locator("img");
  await expect(face).toHaveAttribute("src", /\/service\/mine\/avatar\?v=/);
  expect(await face.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(64);
  await page.getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Photo removed");
  await expect(face).toHaveCount(0);
});

test("a signature is drawn, shown and deleted", async ({ context, page }) => {
  await open(context, page);
  await page.getByRole("button", { name: /^Draw/ }).click();
  const dialog = page.getByRole("dialog", { name: "Draw your signature" });
  const save = dialog.getByRole("button", { name: "Save signature" });
  await expect(save).toBeDisabled();
  const box = await dialog.getByRole("img", { name: "Signature area" }).boundingBox();
  if (!box) throw new Error("the sheet is not shown");
  await page.mouse.move(box.x + 60, box.y + 100);
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1)
    await page.mouse.move(box.x + 60 + step * 20, box.y + 100 + 40 * Math.sin(step));
  await page.mouse.up();
  await save.click();
  await expectToast(page, "Signature saved");
  const shown = page.getByRole("img", { name: "Your signature" });
  await expect(shown).toHaveAttribute("src", /^data:image\/png;base64,/);
  const detail = await (await context.request.get("/service/share/signature/detail")).json();
  expect(await shown.getAttribute("src")).toBe(detail.result.image);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No signature yet.", { exact: false })).toBeVisible();
});

test("the menu of the account leads to the password and shows the login code", async ({ context, page }) => {
  await open(context, page);
  const menu = page.getByRole("banner").getByRole("button", { name: /林晓梅|Lin Xiaomei/ });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Login QR code" }).click();
  const code = page.getByRole("dialog", { name: "Login QR code" });
  const image = code.getByRole("img");
  await expect(image).toHaveAttribute("src", /^data:image\/svg/);
  await expect(code.getByText(/Valid for (5:00|4:5\d)/)).toBeVisible();
  const first = await image.getAttribute("src");
  await code.getByRole("button", { name: "Refresh" }).click();
  await expect(image).not.toHaveAttribute("src", first ?? "");
  await page.keyboard.press("Escape");
  await expect(code).toHaveCount(0);

  await menu.click();
  await page.getByRole("link", { name: "Change password" }).click();
  await expect(page).toHaveURL(/dialog=password/);
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await dialog.getByLabel("Current password").fill("Frost2026");
  await dialog.getByLabel("New password", { exact: false }).first().fill("Frost2027");
  await dialog.getByLabel("Confirm new password").fill("Frost2028");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Passwords do not match.")).toBeVisible();
});

test("shortcuts are ticked, sorted by keyboard and kept", async ({ context, page }) => {
  await open(context, page, "", "admin");
  const bar = page.getByRole("navigation", { name: "Shortcuts" });
  await bar.getByRole("button", { name: "Choose shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Shortcuts" });
  await dialog.getByRole("checkbox", { name: "Live list" }).check();
  await dialog.getByRole("checkbox", { name: "Exception records" }).check();
  await dialog.getByRole("button", { name: "Exception records, 2 of 2" }).press("ArrowUp");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(bar.getByRole("link")).toHaveText(["Exception records", "Live list"]);
  await page.reload();
  await expect(bar.getByRole("link")).toHaveText(["Exception records", "Live list"]);
  const answer = await context.request.post("/service/mine/addShortcut", { data: [] });
  expect((await answer.json()).result).toBe(200);
});

for (const [theme, size] of [
  ["light", ""],
  ["dark", " @phone"],
] as const) {
  test(`axe finds nothing serious in ${theme}, and nothing runs off the side${size}`, async ({
    context,
    page,
    baseURL,
  }) => {
    await context.addCookies([{ name: "frostline_theme", value: theme, url: baseURL ?? "" }]);
    await open(context, page);
    expect(await findings(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.goto(`${PATH}?dialog=factor`);
    await expect(page.getByRole("dialog", { name: "Set up second factor" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}
