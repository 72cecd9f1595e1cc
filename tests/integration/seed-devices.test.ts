import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { seedDemo } from "@/db/seed/demo";
import { settingIssues, settingsOf } from "@/features/device/rules";
import { SettingsInput } from "@/features/device/schema";
import { testDatabaseUrl } from "../support/database";

const NOW = Date.parse("2026-11-20T08:15:30Z");

let db: Db;
beforeAll(async () => {
  db = openDb(testDatabaseUrl(), 4);
  await seedDemo(db, { now: NOW, seed: 1, authSecret: "a secret for the tests only", password: "Frost2026" });
});
afterAll(() => db.$client.end());

type Configured = {
  kind: DeviceKind;
  typeCode: string;
  serialNumber: string;
  configStatus: string;
  settings: Record<string, string | number | boolean>;
  appliedSettings: Record<string, unknown> | null;
};

it("calls no device configured that has no parameters, or others than its type allows", async () => {
  const devices = await db.$client<Configured[]>`
    select kind, type_code as "typeCode", serial_number as "serialNumber", config_status as "configStatus", settings,
           applied_settings as "appliedSettings" from device`;
  const configured = devices.filter(({ configStatus }) => configStatus === "configured");
  expect(configured.length).toBeGreaterThan(100);
  for (const { kind, typeCode, serialNumber, settings, appliedSettings } of configured) {
    expect(settingsOf(kind, typeCode).length > 0, serialNumber).toBe(Object.keys(settings).length > 0);
    expect(settingIssues(kind, typeCode, settings), serialNumber).toEqual([]);
    expect(SettingsInput.safeParse(settings).error?.issues ?? [], serialNumber).toEqual([]);
    expect(appliedSettings, serialNumber).toEqual(settings);
  }
  for (const { settings, configStatus } of devices) if (configStatus !== "configured") expect(settings).toEqual({});
});

it("has the certificate of each calibrated device, and binds the bases that hang somewhere", async () => {
  const [counts] = await db.$client<{ due: number; unpapered: number; bases: number; unbound: number; told: number }[]>`
    select (select count(*)::int from calibration) as due,
           (select count(*)::int from device d join probe p on p.device_id = d.id and p.measure = 'temperature'
             where d.kind = 'sensor' and not exists (
               select from calibration k where k.device_id = d.id and k.due_on = d.calibration_due_on)) as unpapered,
           (select count(distinct device_id)::int from device_binding where unbound_at is null) as bases,
           (select count(*)::int from device d join probe p on p.device_id = d.id
              join mounting m on m.probe_id = p.id and m.unmounted_at is null
             where d.kind = 'base' and not exists (select from device_binding b
                    where b.device_id = d.id and b.carrier_id = m.carrier_id and b.unbound_at is null)) as unbound,
           (select count(*)::int from calibration where notice_on <= ${"2026-11-20"} and notice_sent_at is null) as told`;
  expect(counts).toMatchObject({ unpapered: 0, unbound: 0, told: 0 });
  expect(counts?.due).toBeGreaterThan(20);
  expect(counts?.bases).toBeGreaterThan(0);
});
