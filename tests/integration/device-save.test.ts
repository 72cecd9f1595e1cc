import { afterAll, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import * as change from "@/features/device/change.data";
import { devices } from "@/features/device/kinds.operations";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeSpare } from "../factories/mounting";
import { makeCustomer } from "../factories/world";
import { refusal } from "../support/refusal";

// The calls are counted, and carried out as ever.
vi.mock("@/features/device/change.data", { spy: true });

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

it("a device is locked with its facts once for a save, with a version or without", async () => {
  const own = await makeCustomer(db());
  const admin = await accountContext(db(), await makeUser(db(), own.id));
  const { id } = await makeSpare(db(), own);
  const saved = vi.mocked(change.lockFacts);
  for (const isCompared of [true, false]) {
    const { typeCode, serialNumber, mac, name, use, sceneId, version } = await devices.sensor.get.call(admin, { id });
    const values = { id, typeCode, serialNumber, mac, name, use, sceneId, description: `compared: ${isCompared}` };
    saved.mockClear();
    const dto = await devices.sensor.update.call(admin, { ...values, ...(isCompared && { version }) } as never);
    expect(dto).toMatchObject({ description: values.description, version: version + 1 });
    expect(saved).toHaveBeenCalledTimes(1);
  }
  const missing = { id: 999_999_999, typeCode: "T", serialNumber: "S", mac: "", name: "N" };
  expect(await refusal(devices.sensor.update.call(admin, missing as never))).toMatchObject({ code: "NOT_FOUND" });
});
