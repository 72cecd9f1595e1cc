import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { saveConfiguration } from "@/features/device/configuration/configuration.operations";
import { settingsOf } from "@/features/device/device.rules";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { configurationRules } from "../contract/rules/configuration";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer } from "../factories/world";

const TYPES = ["zbp_2", "lora_2", "zeta_2", "4g_gps_2"] as const;
const ids = new Map<string, number>();
let admin: OperationContext;

beforeAll(async () => {
  const owner = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), owner.id));
  for (const typeCode of TYPES) ids.set(typeCode, (await makeDevice(db(), owner, "sensor", { typeCode })).id);
});
afterAll(() => db().$client.end({ timeout: 5 }));

const settingsOfCase = (field: string, value: unknown): Record<string, unknown> =>
  field === "settings" ? (value as Record<string, unknown>) : { [field.replace("settings.", "")]: value };

/** The types that have all of these parameters. */
const typesWith = (names: string[]) =>
  TYPES.filter((typeCode) => names.every((name) => (settingsOf("sensor", typeCode) as string[]).includes(name)));

describe.each(configurationRules)("$line ($field: $fails)", ({ field, passes, fails, rule }) => {
  const types = typesWith(Object.keys(settingsOfCase(field, fails)));

  it("holds for at least one type of device", () => expect(types).not.toEqual([]));

  it.each(types)("is kept by the form and the call for %s", async (typeCode) => {
    const id = ids.get(typeCode) as number;
    await db().update(device).set({ settings: {} }).where(eq(device.id, id));
    const broken = await saveConfiguration.call(admin, { id, settings: settingsOfCase(field, fails) } as never).then(
      () => null,
      (error: unknown) => failureOf(error),
    );
    expect(broken?.issues?.map((issue) => issue.rule)).toContain(rule);
    expect(broken?.issues?.every(({ path }) => path.startsWith("settings"))).toBe(true);
    const [untouched] = await db().select().from(device).where(eq(device.id, id));
    expect(untouched?.settings).toEqual({});
    await saveConfiguration.call(admin, { id, settings: settingsOfCase(field, passes) } as never);
  });
});
