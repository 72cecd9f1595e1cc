import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { deviceCommand } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { createCalibration } from "@/features/device/calibration/calibration.operations";
import { answerCommand } from "@/features/device/configuration/command.operations";
import { issueCommands, saveConfiguration } from "@/features/device/configuration/configuration.operations";
import { loadDeviceWindow } from "@/features/device/detail.service";
import { bindDevice, bindPlinth, unbindDevice } from "@/features/device/replacement/binding.operations";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeUser } from "../factories/account";
import { makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { deviceContext } from "../support/contexts";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: Awaited<ReturnType<typeof accountContext>>;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id));
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** Each call at its own instant. */
const later = () => ({ ...admin, now: new Date() });

async function history(kind: "sensor" | "relay", id: number): Promise<string[] | undefined> {
  const { principal } = admin.actor;
  const window = await loadDeviceWindow({ ...later(), principal, search: { id } } as unknown as PageContext, kind);
  return window.detail.operations?.map(({ operation }) => operation);
}

it("tells in a device's window of all that was done to it, and of nothing else", async () => {
  const { carrier } = await makeFridge(db(), own);
  const [relay, other] = [
    await makeSpare(db(), own, { kind: "relay", measures: [] }),
    await makeSpare(db(), own, { kind: "relay", measures: [] }),
  ];
  await bindDevice.call(later(), { id: relay.id, carrierId: carrier.id });
  await bindDevice.call(later(), { id: other.id, carrierId: carrier.id });
  await saveConfiguration.call(later(), { id: relay.id, settings: { nickname: "Cellar" } });
  await unbindDevice.call(later(), { id: relay.id, reason: "moved" });
  expect(await history("relay", relay.id)).toEqual(["device.unbind", "device.configure", "device.bind"]);
  expect(await history("relay", other.id)).toEqual(["device.bind"]);
});

it("and so for its commands, certificates and bases", async () => {
  const gateway = await makeGateway(db(), own.id, { sceneId: own.sceneId });
  const sensor = await makeSpare(db(), own, { gatewayId: gateway.id, settings: { sampleIntervalSeconds: 60 } });
  const base = await makeSpare(db(), own, { kind: "base", measures: [] });
  await bindPlinth.call(later(), { deviceId: base.id, sensorId: sensor.id });
  const days = { calibratedOn: "2026-01-01", dueOn: "2099-01-01" };
  await createCalibration.call(later(), {
    ...{ deviceId: sensor.id, certificateNumber: "C-1", laboratory: "Institute", ...days },
  });
  await issueCommands.call(later(), { deviceIds: [sensor.id] });
  expect(await history("sensor", sensor.id)).toEqual([
    "deviceCommand.prepare",
    "calibration.create",
    "plinthBinding.create",
  ]);
});

it("takes the answer to a command from its gateway alone", async () => {
  const gateway = await makeGateway(db(), own.id, { sceneId: own.sceneId });
  const sensor = await makeSpare(db(), own, { gatewayId: gateway.id, settings: { sampleIntervalSeconds: 60 } });
  const [id] = (await issueCommands.call(later(), { deviceIds: [sensor.id] })).ids as [number];
  const other = await makeGateway(db(), own.id);
  await db().update(deviceCommand).set({ gatewayId: null }).where(eq(deviceCommand.id, id));
  const ofCustomer = deviceContext(own.id);
  for (const gatewayId of [null, other.id]) {
    const actor = { type: "device" as const, customerId: own.id, gatewayId, name: "" };
    await expect(answerCommand.call({ ...ofCustomer, actor }, { id, ok: false })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  }
  expect(await history("sensor", sensor.id)).toEqual(["deviceCommand.prepare"]);
});
