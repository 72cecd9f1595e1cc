import { expect } from "@playwright/test";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

test.describe("on paper", () => {
  test("a list has a head and its rows, and nothing to press @core", async ({ page, context }) => {
    await signIn(context, "admin");
    await page.goto("/en-US/carrier/refrigerator?q=%E7%96%AB%E8%8B%97");
    const row = page.locator("tbody tr").first();
    await expect(row).toBeVisible();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.locator("[data-print-head]")).toContainText("Refrigerators");
    await expect(row).toBeVisible();
    await expect(page.getByText("Name", { exact: true }).first()).toBeVisible();
    for (const gone of ["aside", "header[data-chrome]", "nav ol", "search button", "th:has(input)"])
      await expect(page.locator(gone).first(), gone).toBeHidden();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  });

  test("an open record prints alone", async ({ page, context }) => {
    await signIn(context, "admin");
    const found = await context.request.get("/service/exception?iDisplayLength=15");
    const { result } = (await found.json()) as { result: { items: { id: number }[] } };
    await page.goto(`/en-US/abnormal/dataex?id=${result.items[0]?.id}`);
    const record = page.getByRole("dialog");
    await expect(record.getByRole("heading").first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(record).toBeVisible();
    await expect(record).toHaveCSS("position", "static");
    await expect(page.locator("main table")).toBeHidden();
    await expect(page.locator("[data-print-head]")).toBeVisible();
  });

  test("a history prints with its carrier, time range, zone, limits and customer, the figures below the chart", async ({
    page,
    context,
  }) => {
    await signIn(context, "admin");
    const found = await context.request.get("/service/share/history/choice");
    const { result } = (await found.json()) as { result: { items: { carrierId: number; name: string }[] } };
    const [carrier] = result.items;
    const [from, to] = ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"];
    await page.goto(`/en-US/carrierProbeHistory?id=${carrier?.carrierId}&from=${from}&to=${to}`);
    await expect(page.getByRole("button", { name: "Choose probes" })).toBeVisible();
    const facts = page.locator("[data-print-facts]");
    await expect(facts).toBeHidden();
    const { customer } = (await (await context.request.get("/service/mine/me")).json()).result;
    await page.emulateMedia({ media: "print" });
    await expect(facts).toBeVisible();
    await expect(facts).toContainText(carrier?.name as string);
    // Midnight in UTC is eight in the morning in the zone of the customer.
    await expect(facts).toContainText("2026-01-02 08:00 – 2026-01-03 08:00");
    await expect(facts).toContainText("Asia/Shanghai");
    await expect(facts).toContainText(/Monitoring range.*°C/);
    await expect(page.locator("[data-print-head]")).toContainText(customer.name);
    for (const gone of ["Choose probes", "Zoom in (+)"])
      await expect(page.getByRole("button", { name: gone, exact: true })).toBeHidden();
    await expect(page.getByRole("tablist")).toBeHidden();
  });

  test("a track prints with its vehicle, time range and zone, and its trips", async ({ page, context }) => {
    await signIn(context, "platform");
    const found = await context.request.get("/service/carrier?iDisplayLength=1&type=vehicle&q=2103");
    const { result } = (await found.json()) as {
      result: { items: { id: number; name: string; customerName: string }[] };
    };
    const [vehicle] = result.items;
    await page.goto(`/en-US/traceDetail?id=${vehicle?.id}`);
    const trip = page.getByRole("button", { name: /^Show on the map: Trip/ }).first();
    await expect(trip).toBeVisible();
    await page.emulateMedia({ media: "print" });
    const facts = page.locator("[data-print-facts]");
    await expect(facts).toContainText(vehicle?.name as string);
    // The platform's staff print the customer's record, not their own.
    await expect(page.locator("[data-print-head]")).toContainText(vehicle?.customerName as string);
    await expect(facts).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d – \d{4}-\d\d-\d\d \d\d:\d\d/);
    await expect(facts).toContainText("Time zone");
    await expect(page.locator("[data-print-head]")).toBeVisible();
    await expect(trip).toBeVisible();
    // The map prints as a picture that is no wider than the paper, with its legend over it and not over the trips.
    await page.emulateMedia({ media: "screen" });
    const map = page.locator("[data-map=ready]");
    await expect(map).toBeVisible();
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const picture = map.locator("> canvas");
    await expect(picture).toBeVisible();
    const { colours, lightness } = await picture.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      return {
        colours: new Set(new Uint32Array(data.buffer)).size,
        lightness: data.reduce((sum, value) => sum + value, 0) / data.length,
      };
    });
    expect(colours).toBeGreaterThan(3);
    // Paper is light, whatever the theme of the screen.
    expect(lightness).toBeGreaterThan(200);
    const [box, legend, first] = await Promise.all([
      map.boundingBox(),
      page.getByRole("list", { name: "Track colors" }).boundingBox(),
      trip.boundingBox(),
    ]);
    if (!box || !legend || !first) throw new Error("the map, its legend or the trips are not printed");
    expect(box.width).toBeLessThanOrEqual(690);
    expect(legend.y).toBeGreaterThan(box.y);
    expect(legend.y + legend.height).toBeLessThanOrEqual(box.y + box.height);
    expect(first.y).toBeGreaterThanOrEqual(box.y + box.height);
    for (const gone of ["Play", "Last 7 days"]) await expect(page.getByRole("button", { name: gone })).toBeHidden();
  });
});
