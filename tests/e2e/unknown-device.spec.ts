import { type APIRequestContext, expect } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

type Total = { result: { total: number } };

/** A number that a gateway or a LoRaWAN device is unknown by, of its own for each test. */
const newKey = () =>
  (Date.now() * 1000 + Math.floor(Math.random() * 1000)).toString(16).padStart(16, "0").toUpperCase();

/** An ingest token of the customer who is signed in. */
async function tokenOf(request: APIRequestContext): Promise<string> {
  const me = (await (await request.get("/service/mine/me")).json()) as { result: { customer: { id: number } } };
  const made = await request.post(`/service/customer/${me.result.customer.id}/ingestToken`, { data: {} });
  return ((await made.json()) as { result: { token: string } }).result.token;
}

/** An uplink of The Things Stack. */
const uplink = (request: APIRequestContext, token: string, key: string, decoded_payload: object) =>
  request.post("/service/ingest/tts", {
    headers: { authorization: `Bearer ${token}` },
    data: {
      end_device_ids: { dev_eui: key },
      uplink_message: { received_at: new Date(Date.now() - 60_000).toISOString(), decoded_payload },
    },
  });

/** Waits until what was kept of a device is taken in. */
const takenIn = (request: APIRequestContext, key: string) =>
  expect
    .poll(async () => ((await (await request.get(`/service/unknownDevice?q=${key}`)).json()) as Total).result.total, {
      timeout: 30_000,
    })
    .toBe(0);

async function disable(request: APIRequestContext, kind: string, key: string): Promise<number[]> {
  const found = (await (await request.get(`/service/${kind}?q=${key}`)).json()) as {
    result: { items: { id: number }[] };
  };
  const ids = found.result.items.map(({ id }) => id);
  await request.post("/service/device/disable", { data: { ids } });
  return ids;
}

test("an unknown device is registered as a gateway, and its kept readings are taken in", async ({ context, page }) => {
  await signIn(context, "admin");
  const { request } = context;
  // A gateway has a MAC, which is what it is unknown by.
  const key = newKey();
  const sent = await request.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${await tokenOf(request)}` },
    data: { readings: [{ device: key, at: Date.now() - 60_000, values: { signal: -60 } }] },
  });
  expect(await sent.json()).toMatchObject({ result: { accepted: 0, rejected: [{ reason: "device: unknown" }] } });

  await page.goto(`/en-US/device/unknown?q=${key}`);
  await page.getByRole("button", { name: `Register ${key} as another kind` }).click();
  await page.getByRole("menuitem", { name: "Gateway" }).click();
  await expect(page).toHaveURL(/\/device\/gateway\?/);
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Serial number")).toHaveValue(key);
  await form.getByLabel("Type").selectOption({ index: 1 });
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(form).toBeHidden();
  // What was known of the device has left the address with its form.
  await expect(page).not.toHaveURL(/serialNumber|form=/);
  await takenIn(request, key);
  expect(await disable(request, "gateway", key)).toHaveLength(1);
});

test("an unknown sensor is registered by two presses, and its fields are mapped on its last message", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { request } = context;
  const [key, token] = [newKey(), await tokenOf(request)];
  await uplink(request, token, key, { temperature: 4.2, humidity: 55, kern: { value: 39.2, unit: "°F" } });

  await page.goto(`/en-US/device/unknown?q=${key}`);
  await page.getByRole("link", { name: `Register ${key} as Sensor` }).click();
  const form = page.getByRole("dialog");
  // Name, number, MAC and type are filled in from what it has sent.
  await expect(form.getByLabel("Type")).toHaveValue("lora_2");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(form).toBeHidden();
  await takenIn(request, key);

  const list = (await (await request.get(`/service/sensor?q=${key}`)).json()) as {
    result: { items: { id: number }[] };
  };
  const id = list.result.items[0]?.id;
  await page.goto(`/en-US/SensorDetail?id=${id}`);
  await expect(page.getByText("1 field is not read:")).toBeVisible();
  await page.getByRole("button", { name: "Read as…" }).click();
  const dialog = page.getByRole("dialog");
  const row = dialog.getByRole("listitem").filter({ hasText: "kern" });
  await row.getByLabel("Read as").selectOption("temperature");
  await expect(row.getByText("Replaces temperature")).toBeVisible();
  await row.getByLabel("Probe").fill("core");
  await expect(row.getByText("Replaces temperature")).toBeHidden();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(row.getByText(/Temperature.*core.*: 4/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("All fields of the latest messages are read.")).toBeVisible();

  const told = await uplink(request, token, key, { temperature: 4.3, kern: "4.4 °C" });
  expect(await told.json()).toMatchObject({ result: { accepted: 1, rejected: [] } });
  // Left as it was for the other tests: the mapping is of the type.
  await request.put(`/service/decoderMapping/${id}`, { data: { fields: [] } });
  expect(await disable(request, "sensor", key)).toEqual([id]);
});

test("a sensor gets an access token of its own on its window, by which a ThingsBoard client sends", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { request } = context;
  const key = newKey();
  const made = await request.post("/service/sensor", {
    data: { name: `token ${key.slice(-6)}`, typeCode: "4g_1", serialNumber: key },
  });
  const { result } = (await made.json()) as { result: { id: number } };
  await page.goto(`/en-US/SensorDetail?id=${result.id}`);
  await page.getByRole("button", { name: "New ingest token" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Valid for this device only.", { exact: false })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const token = await dialog.getByLabel("Ingest token").inputValue();
  const sent = await request.post(`/api/v1/${token}/telemetry`, { data: { temperature: 4.2 } });
  expect(await sent.json()).toMatchObject({ result: { accepted: 1, rejected: [] } });
  await disable(request, "sensor", key);
});

test("several unknown devices are registered in one call, and their kept readings are taken in", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { request } = context;
  const token = await tokenOf(request);
  const start = newKey().slice(0, 13);
  const keys = ["001", "002"].map((end) => `${start}${end}`);
  for (const key of keys) await uplink(request, token, key, { temperature: 4.2 });
  await page.goto(`/en-US/device/unknown?q=${start}`);
  for (const key of keys) await page.getByRole("row", { name: key }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Register", exact: true }).first().click();
  const dialog = page.getByRole("alertdialog", { name: "Register 2 devices" });
  for (const key of keys) await expect(dialog.getByText(key)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await expect(dialog).toBeHidden();
  await takenIn(request, start);
  expect(await disable(request, "sensor", start)).toHaveLength(2);
});
