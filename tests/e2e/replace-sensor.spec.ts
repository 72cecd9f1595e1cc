import { type APIRequestContext, expect } from "@playwright/test";
import type { MountingDto } from "../../features/carrier/mounting/mounting.schema";
import type { DeviceSwitchDetailDto } from "../../features/device/replacement/switch.schema";
import type { HistoryDto } from "../../features/telemetry/history/history.schema";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const MINUTE = 60_000;

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await request.fetch(`/service/${path}`, { method, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

type Made = { id: number };

/** A fridge with a broken sensor and a spare one, and a gateway of its own that brings their readings in. */
async function ward(request: APIRequestContext) {
  const mark = Date.now().toString(36).toUpperCase();
  const { items } = await call<{ items: { sceneId: number }[] }>(request, "GET", "carrier?type=refrigerator");
  const sceneId = items[0]?.sceneId as number;
  const make = (path: string, serialNumber: string, more = {}) =>
    call<Made>(request, "POST", path, { serialNumber, name: serialNumber, sceneId, ...more });
  const sensor = (number: number) => make("sensor", `RS-${mark}-${number}`, { typeCode: "zbp_1" });
  const name = `Replace ${mark}`;
  const carrier = await call<Made>(request, "POST", "carrier", { type: "refrigerator", name, sceneId });
  const [old, spare] = [await sensor(1), await sensor(2)];
  const mac = Date.now().toString(16).toUpperCase();
  const gateway = await make("gateway", `RG-${mark}`, { typeCode: "gt_1", mac });
  const { token } = await call<{ token: string }>(request, "POST", `gateway/${gateway.id}/token`, {});
  const send = async (number: number, at: number, temperature: number) => {
    const readings = [{ device: `RS-${mark}-${number}`, at, values: { temperature } }];
    const answer = await request.post("/service/ingest/readings", {
      data: { readings },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    expect((await answer.json()).result ?? (await answer.json())).toMatchObject({ accepted: 1 });
  };
  return { mark, sceneId, name, carrier, old, spare, send };
}

test("a broken sensor is replaced, and the carrier's history stays whole", async ({ page, context }) => {
  await signIn(context, "admin");
  const { request } = context;
  const { mark, name, carrier, old, spare, send } = await ward(request);
  const began = Date.now() - 60 * MINUTE;
  await call(request, "POST", `carrier/${carrier.id}/mount`, { deviceId: old.id, at: new Date(began).toISOString() });
  await send(1, began + 10 * MINUTE, 4.1);

  const asked = { carrierId: carrier.id, oldDeviceId: old.id, newDeviceId: spare.id, reason: "probe broken" };
  const waiting = await call<DeviceSwitchDetailDto>(request, "POST", "deviceSwitch", { ...asked, type: "manual" });
  expect(waiting).toMatchObject({ standing: "waiting", result: "not-reached" });
  await send(2, Date.now() - MINUTE, 4.3);
  const done = await call<DeviceSwitchDetailDto>(request, "POST", `deviceSwitch/${waiting.id}/confirm`, {});
  expect(done).toMatchObject({ standing: "switched", result: "user-switch" });
  await send(2, Date.now(), 4.2);

  const range = `from=${began}&to=${Date.now() + MINUTE}`;
  const history = await call<HistoryDto>(request, "GET", `share/history?carrierIds=${carrier.id}&${range}`);
  const line = history.series.flatMap(({ at, mean }) => at.map((time, index) => [time, mean[index]] as const));
  const values = line.toSorted((a, b) => a[0] - b[0]).map(([, value]) => value);
  expect(values[0]).toBe(4.1);
  expect(values.at(-1)).toBe(4.2);
  const hung = await call<{ items: MountingDto[] }>(request, "GET", `carrier/${carrier.id}/mounting`);
  expect(hung.items.map(({ deviceId }) => deviceId)).toEqual([spare.id, old.id]);
  expect(hung.items[1]?.to).toBe(hung.items[0]?.from);

  await page.goto(`/en-US/historyData?carrierIds=${carrier.id}`);
  await expect(page.getByText(`RS-${mark}-1`).first()).toBeVisible();
  await expect(page.getByText(`RS-${mark}-2`).first()).toBeVisible();
  await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
});

test("a smart base tells where it was bound and which sensor it held", async ({ page, context }) => {
  await signIn(context, "admin");
  const { request } = context;
  const { mark, sceneId, name, carrier, spare } = await ward(request);
  const serialNumber = `RB-${mark}`;
  const base = await call<Made>(request, "POST", "base", {
    serialNumber,
    name: serialNumber,
    typeCode: "915",
    sceneId,
  });
  const bound = await call<Made>(request, "POST", "plinthBinding", {
    deviceId: base.id,
    carrierId: carrier.id,
    sensorId: spare.id,
  });
  await call(request, "PUT", `plinthBinding/${bound.id}`, { action: "fallOff", reason: "door slammed" });
  await page.goto(`/en-US/baseHistory?id=${base.id}`);
  await expect(page.getByRole("heading", { name: serialNumber })).toBeVisible();
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Detached");
  await expect(rows.last()).toContainText("Embedded");
  await expect(rows.last()).toContainText(name);
  await expect(rows.last()).toContainText(`RS-${mark}-2`);
  expect(await findings(page)).toEqual([]);
});
