import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { ownAddress, signIn } from "../support/sign-in";
import { expectToast, readyWhenLoaded, test } from "../support/test";

const MINUTE = 60_000;
/** Without a graphics card the first map takes its time. */
const MAP_MS = 90_000;
type Point = [seconds: number, longitude: number, latitude: number];
const ROAD = new URL("../../db/seed/demo/munich-track.json", import.meta.url);
const POINTS = (JSON.parse(readFileSync(ROAD, "utf8")) as { points: Point[] }).points;
const [START, END] = [POINTS[0], POINTS.at(-1)] as [Point, Point];

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await request.fetch(`/service/${path}`, { method, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

type Made = { id: number };

/** A refrigerated lorry for 2 to 8 °C with a sensor, and the door through which its readings come in. */
async function lorryOf(request: APIRequestContext, mountedAt: number) {
  const mark = Date.now().toString(36).toUpperCase();
  const { items } = await call<{ items: { sceneId: number }[] }>(request, "GET", "carrier?type=refrigerator");
  const sceneId = items[0]?.sceneId as number;
  const range = { measure: "temperature", minimum: 2, maximum: 8 };
  const zone = await call<Made>(request, "POST", "zone", { name: `Cold ${mark}`, ...range });
  const conditions = [{ kind: "range", ...range, delaySeconds: 0 }];
  const trigger = await call<Made>(request, "POST", "alarmTrigger", { name: `Cold ${mark}`, conditions });
  const name = `Lorry ${mark}`;
  const carrier = await call<Made>(request, "POST", "carrier", {
    ...{ type: "vehicle", name, sceneId, mode: "transport", isTraceable: true, alarmTriggerId: trigger.id },
    zones: [{ measure: "temperature", zoneId: zone.id }],
  });
  const device = `TJ-${mark}`;
  const sensor = { serialNumber: device, name: device, sceneId, typeCode: "zbp_1" };
  const { id: deviceId } = await call<Made>(request, "POST", "sensor", sensor);
  await call(request, "POST", `carrier/${carrier.id}/mount`, { deviceId, at: new Date(mountedAt).toISOString() });
  const mac = Date.now().toString(16).toUpperCase();
  const gateway = { serialNumber: `TG-${mark}`, name: `TG-${mark}`, sceneId, typeCode: "gt_1", mac };
  const { id: gatewayId } = await call<Made>(request, "POST", "gateway", gateway);
  const { token } = await call<{ token: string }>(request, "POST", `gateway/${gatewayId}/token`, {});
  const send = async (seen: readonly { at: number; temperature: number; lon: number; lat: number }[]) => {
    const readings = seen.map(({ at, temperature, ...position }) => ({
      device,
      at,
      values: { temperature },
      position,
    }));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.post("/service/ingest/readings", { data: { readings }, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    expect((await answer.json()).result).toMatchObject({ accepted: readings.length, rejected: [] });
  };
  return { name, send };
}

/** A receiver with a phone and without an account. */
async function receiverOf(browser: Browser): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-US" };
  const context = await browser.newContext({ ...phone, extraHTTPHeaders: ownAddress(), serviceWorkers: "block" });
  return readyWhenLoaded(context).newPage();
}

/** For a field of date and time: the wall clock of a zone. */
const local = (at: number, timeZone: string) =>
  new Date(at).toLocaleString("sv-SE", { timeZone }).slice(0, 16).replace(" ", "T");

test("a warm journey is refused at the ramp; the dispatcher knows at once and has it as a document", async ({
  browser,
  context,
  page,
}) => {
  const { request } = context;
  await signIn(context, "admin");
  const { customer } = await call<{ customer: { timeZone: string } }>(request, "GET", "mine/me");
  const now = Date.now();
  // To the minute, as the form has it.
  const departure = Math.floor(now / MINUTE) * MINUTE - 24 * MINUTE;
  const loading = departure - 5 * MINUTE;
  const lorry = await lorryOf(request, departure - 60 * MINUTE);
  const cold = Array.from({ length: 50 }, (_, minute) => departure + (minute - 50) * MINUTE);
  await lorry.send(cold.map((at) => ({ at, temperature: 5, lon: START[1], lat: START[2] })));

  // Planned, loaded and sent off at the times when it happened.
  const [ward, receiver] = [`Ward ${now.toString(36)}`, "Karin Löfgren"];
  await page.goto("/en-US/goods/transport?form=new");
  const dialog = page.getByRole("dialog");
  for (const [title, name, [, longitude, latitude]] of [
    ["Origin", "Depot", START],
    ["Destination", ward, END],
  ] as const) {
    const stop = dialog.getByRole("group", { name: title });
    await stop.getByRole("textbox", { name: "Place" }).fill(name);
    await stop.getByRole("button", { name: "Enter a position instead" }).click();
    await stop.getByLabel("Longitude").fill(String(longitude));
    await stop.getByLabel("Latitude").fill(String(latitude));
  }
  const origin = dialog.getByRole("group", { name: "Origin" });
  await origin.getByRole("combobox", { name: "Carrier" }).fill(lorry.name);
  await page.getByRole("option", { name: lorry.name }).click();
  await dialog
    .getByRole("group", { name: "Destination" })
    .getByLabel("Planned arrival")
    .fill(local(departure + 12 * MINUTE, customer.timeZone));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.locator("tbody tr").filter({ hasText: ward });
  await row.getByRole("button", { name: /^Load: / }).click();
  await dialog.getByLabel("Time", { exact: true }).fill(local(loading, customer.timeZone));
  await expect(dialog.locator("[data-precooling=proven]")).toBeVisible();
  await dialog.getByRole("button", { name: "Load" }).click();
  await expect(row).toContainText("Loaded");
  await row.getByRole("button", { name: /^Depart: / }).click();
  await dialog.getByLabel("Time", { exact: true }).fill(local(departure, customer.timeZone));
  await dialog.getByRole("button", { name: "Depart" }).click();
  await expect(row).toContainText("In transit");
  type Listed = { items: { id: number; number: string }[] };
  const { items } = await call<Listed>(request, "GET", `transport?q=${encodeURIComponent(ward)}`);
  const { id, number } = items[0] as (typeof items)[number];

  // The road through Munich, too warm for some minutes; its end is noticed from the positions.
  const isWarm = (seconds: number) => seconds >= 480 && seconds < 840;
  await lorry.send(
    POINTS.map(([seconds, lon, lat]) => ({
      ...{ at: departure + seconds * 1000, lon, lat },
      temperature: isWarm(seconds) ? 12.4 : 5,
    })),
  );
  await lorry.send([{ at: departure + 22 * MINUTE, temperature: 5, lon: END[1], lat: END[2] }]);
  const stateOf = async () => (await call<{ state: string }>(request, "GET", `transport/${id}`)).state;
  await expect.poll(stateOf, { timeout: 120_000 }).toBe("arrived");

  await page.goto(`/en-US/transportSlip?id=${id}`);
  // The first slip is lost: its code becomes void.
  const onSlip = page.getByText(/\/handOver\?key=/);
  const lost = (await onSlip.textContent()) as string;
  await page.getByRole("button", { name: "New code" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New code" }).click();
  await expect(onSlip).not.toHaveText(lost);
  const address = (await onSlip.textContent()) as string;
  await page.goto("/en-US/goods/transportBoard");
  await expect(page.getByRole("listitem").filter({ hasText: ward })).toContainText("Arrived");

  const phone = await receiverOf(browser);
  await phone.goto(address.trim());
  expect(new URL(phone.url()).pathname).toBe("/en-US/handOver");
  const verdict = phone.getByRole("status").first();
  await expect(verdict).toContainText("Was out of range");
  await expect(verdict).toContainText("Out of range once");
  await phone.getByRole("radio", { name: "Refuse" }).check();
  await phone.getByRole("button", { name: "Sign and send" }).click();
  await expect(phone.getByText("Enter your name.")).toBeVisible();
  await expect(phone.getByText("Sign in the field.")).toBeVisible();
  expect(await findings(phone)).toEqual([]);
  await phone.getByLabel("Reason").fill("Above 12 °C for six minutes");
  await phone.getByLabel("Your name").fill(receiver);
  const pad = phone.locator("canvas");
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox()) as { x: number; y: number; width: number; height: number };
  await phone.mouse.move(box.x + 40, box.y + box.height / 2);
  await phone.mouse.down();
  for (let step = 1; step < 12; step += 1)
    await phone.mouse.move(box.x + 40 + step * 20, box.y + box.height / 2 + 25 * Math.sin(step));
  await phone.mouse.up();
  await phone.getByRole("button", { name: "Sign and send" }).click();
  await expect(phone.getByText("The sender has been notified.")).toBeVisible();
  expect(await findings(phone)).toEqual([]);

  // In the console that is open, without a reload.
  await expectToast(page, `${number}: refused by ${receiver}`);
  await page.goto(`/en-US/transportDetail?id=${id}`);
  await expect(page).toHaveTitle(`${number} · Transport · Frostline`);
  await expect(page.getByText(`Refused: ${receiver}`).first()).toBeVisible();
  await expect(page.getByText("Above 12 °C for six minutes").first()).toBeVisible();
  const drawn = page.getByRole("img", { name: `Drawn signature of ${receiver}` });
  await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole("status").filter({ hasText: "1 exception" })).toBeVisible();
  await expect(page.getByText(/Out of range for \d/).first()).toBeVisible();
  await expect(page.locator("[data-map=ready]")).toBeVisible({ timeout: MAP_MS });
  expect(await findings(page)).toEqual([]);

  await page.getByRole("button", { name: "Report (PDF)" }).click();
  await expect(page).toHaveURL(/dataReport\?id=\d+/);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { name: number })).toBeVisible();
  const link = sheet.getByRole("link", { name: "Download PDF", exact: true });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(sheet).toContainText(`Refused: ${receiver}`);
  expect(await findings(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await link.click();
  const file = await (await download).path();
  expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");
  const printed = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  if (printed.error === undefined)
    for (const text of [number, "Refused", receiver, "Above 12 °C for six minutes", ward, "Pre-cooled"])
      expect(printed.stdout).toContain(text);
  await phone.context().close();
});
