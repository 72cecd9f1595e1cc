import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import {
  alarmCondition,
  alarmTrigger,
  audit,
  carrier,
  contact,
  customer,
  device,
  exception,
  mounting,
  notificationPlanRow,
  scene,
  setupWizard,
  zone,
} from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import { connectAccess } from "@/features/setup-wizard/access.operations";
import { loadWizardScreen } from "@/features/setup-wizard/page.service";
import { associateDevice, describeCarrier } from "@/features/setup-wizard/place.operations";
import { setIndex } from "@/features/setup-wizard/watch.operations";
import { getWizard, restartWizard, saveWizard } from "@/features/setup-wizard/wizard.operations";
import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { lookUpZonePresets } from "@/features/zone/preset/operations";
import { openChains } from "@/lib/audit/open-chains";
import { findIngestActor } from "@/lib/auth/ingest-token";
import { customerScope } from "@/lib/auth/scope";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeRange } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

let count = 0;
const unique = (prefix: string) => {
  count += 1;
  return `${prefix}${Date.now()}${count}`;
};

beforeAll(() => seedReference(db(), { rootPassword: "Frost2026" }));
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** A customer of whom nothing is there but its administrator. */
async function empty(options: UserOptions = {}) {
  const [row] = await db()
    .insert(customer)
    .values({ code: unique("C"), name: unique("customer ") })
    .returning();
  const id = row?.id as number;
  await openChains(db(), [id]);
  const user = await makeUser(db(), id, { email: `${unique("me")}@example.com`, ...options });
  return { id, user, ctx: await accountContext(db(), user) };
}
type Empty = Awaited<ReturnType<typeof empty>>;

const told = async (call: Promise<unknown>) => {
  const { code, issues = [] } = await refusal(call);
  return [code, ...issues.map(({ path, rule }) => `${path} ${rule}`)];
};

const rowsOf = async ({ id }: { id: number }) => ({
  scenes: (await db().select().from(scene).where(eq(scene.customerId, id))).length,
  devices: (await db().select().from(device).where(eq(device.customerId, id))).length,
  carriers: (await db().select().from(carrier).where(eq(carrier.customerId, id))).length,
  zones: (await db().select().from(zone).where(eq(zone.customerId, id))).length,
  triggers: (await db().select().from(alarmTrigger).where(eq(alarmTrigger.customerId, id))).length,
  contacts: (await db().select().from(contact).where(eq(contact.customerId, id))).length,
  mountings: (await db().select().from(mounting).where(eq(mounting.customerId, id))).length,
});
const NOTHING = { scenes: 0, devices: 0, carriers: 0, zones: 0, triggers: 0, contacts: 0, mountings: 0 };

const presetId = async (ctx: OperationContext, code: string) =>
  (await lookUpZonePresets.call(ctx, {})).find((preset) => preset.code === code)?.id as number;

const standard = { kind: "standard", name: "Standard", delaySeconds: 0, recipients: { isMe: true } } as const;
const fridge = { type: "refrigerator", name: "Fridge 1", sceneName: "Main building" } as const;
const label = () => {
  const mac = `00AA${String(Date.now()).slice(-6)}${String(count++).padStart(4, "0")}`;
  return { mode: "gateway", serialNumber: unique("GW-"), mac } as const;
};

async function index({ ctx }: Empty) {
  const range = { measure: "temperature", presetId: await presetId(ctx, "usp_refrigerator") } as const;
  return { ranges: [range], trigger: standard };
}

const send = async (token: string, readings: unknown[]) => {
  const actor = await findIngestActor(db(), token);
  if (actor?.type !== "device") throw new Error("the token is nobody's");
  return ingestReadings.call({ ...systemContext(), actor, scope: customerScope(actor.customerId) }, { readings });
};

describe("from nothing to a monitored fridge", () => {
  it("takes four steps, and the device is heard", async () => {
    const it = await empty();
    expect(await getWizard.call(it.ctx, {})).toMatchObject({
      step: "access",
      furthest: "access",
      isFinished: false,
      hasScenes: false,
      gateway: null,
    });
    const gateway = label();
    const connected = await connectAccess.call(it.ctx, gateway);
    expect(connected.token).toMatch(/\S{20,}/);
    expect(connected.wizard).toMatchObject({
      step: "carrier",
      mode: "gateway",
      gateway: { serialNumber: gateway.serialNumber, mac: gateway.mac, hasToken: true, lastSeenAt: null },
    });
    const placed = await describeCarrier.call(it.ctx, fridge);
    expect(placed).toMatchObject({ step: "index", carrier: { name: "Fridge 1", sceneName: "Main building" } });
    const watched = await setIndex.call(it.ctx, await index(it));
    expect(watched).toMatchObject({
      step: "device",
      carrier: {
        trigger: { name: "Standard" },
        ranges: [{ measure: "temperature", name: "Refrigerator (USP)", minimum: 2, maximum: 8 }],
      },
    });
    const serialNumber = unique("SN-");
    const assigned = await associateDevice.call(it.ctx, { serialNumber, typeCode: "zbp_1" });
    expect(assigned).toMatchObject({
      step: "finish",
      furthest: "finish",
      isFinished: false,
      device: { serialNumber },
    });
    expect(assigned.device?.probes[0]).toMatchObject({ measure: "temperature", value: null, at: null });
    expect((await saveWizard.call(it.ctx, { step: "finish" })).isFinished).toBe(true);
    expect(await rowsOf(it)).toEqual({
      // The range node and the first place below it.
      scenes: 2,
      devices: 2,
      carriers: 1,
      zones: 1,
      triggers: 1,
      contacts: 1,
      // The type measures signal and battery as well.
      mountings: 3,
    });

    const token = connected.token as string;
    const at = Date.now() + 1000;
    const sent = await send(token, [{ device: serialNumber, at, values: { temperature: 12.5 } }]);
    expect(sent).toMatchObject({ accepted: 1, rejected: [] });
    const heard = await getWizard.call(it.ctx, {});
    expect(heard.device?.probes[0]).toMatchObject({ value: 12.5, at });
    expect(heard.gateway?.lastSeenAt).not.toBeNull();
    // Without a delay 12.5 °C is an alarm at once, by the trigger that was made here.
    const raised = await db().select().from(exception).where(eq(exception.customerId, it.id));
    expect(raised).toMatchObject([{ carrierId: placed.carrier?.id, side: "above", maximum: 8 }]);
  });

  it("makes the first node of the customer that was chosen, not of one's own", async () => {
    const it = await empty();
    const root = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    await connectAccess.call(root, { ...label(), customerId: it.id });
    const placed = await describeCarrier.call(root, { ...fridge, customerId: it.id });
    expect(placed).toMatchObject({ customerId: it.id, carrier: { sceneName: fridge.sceneName } });
    expect(await rowsOf(it)).toMatchObject({ scenes: 2, carriers: 1 });
  });

  it("leaves real records, each with its row of the trail, and no token in any of them", async () => {
    const it = await empty();
    const { token } = await connectAccess.call(it.ctx, label());
    await describeCarrier.call(it.ctx, fridge);
    const { carrier: watched } = await setIndex.call(it.ctx, await index(it));
    await associateDevice.call(it.ctx, { serialNumber: unique("SN-"), typeCode: "zbp_1" });
    const rows = await db().select().from(audit).where(eq(audit.customerId, it.id));
    const operations = rows.map(({ operation }) => operation);
    for (const operation of [
      "gateway.create",
      "gateway.issueToken",
      "scene.create",
      "carrier.create",
      "zone.create",
      "contactGroup.create",
      "contact.create",
      "alarmTrigger.createStandard",
      "carrier.update",
      "sensor.create",
      "carrier.mount",
      "setupWizard.connect",
      "setupWizard.device",
    ])
      expect(operations, operation).toContain(operation);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await brokenLink(db(), it.id)).toBeNull();
    const triggerId = watched?.trigger?.id as number;
    const plan = await db().select().from(notificationPlanRow).where(eq(notificationPlanRow.triggerId, triggerId));
    expect(plan).toMatchObject([{ afterMinutes: 0, channels: ["popup", "email"] }]);
    const people = await db().select().from(contact).where(eq(contact.customerId, it.id));
    expect(people).toMatchObject([{ email: it.user.email, groupId: plan[0]?.contactGroupId, channels: ["email"] }]);
    const conditions = await db().select().from(alarmCondition).where(eq(alarmCondition.triggerId, triggerId));
    expect(conditions.map(({ kind, measure, minimum, maximum }) => [kind, measure, minimum, maximum])).toEqual([
      ["range", "temperature", null, null],
      ["no-data", "temperature", null, null],
    ]);
  });
});

describe("a step that is sent twice", () => {
  it("makes nothing twice", async () => {
    const it = await empty();
    const gateway = label();
    const serialNumber = unique("SN-");
    const steps = [
      () => connectAccess.call(it.ctx, gateway),
      () => describeCarrier.call(it.ctx, fridge),
      async () => setIndex.call(it.ctx, await index(it)),
      () => associateDevice.call(it.ctx, { serialNumber, typeCode: "zbp_1" }),
    ];
    for (const step of steps) {
      await step();
      const made = await rowsOf(it);
      await step();
      expect(await rowsOf(it)).toEqual(made);
    }
    const second = await connectAccess.call(it.ctx, gateway);
    expect(second.token).toBeNull();
    expect(second.wizard.gateway?.hasToken).toBe(true);
  });

  it("at once is done once", async () => {
    const it = await empty();
    const gateway = label();
    const results = await Promise.all([1, 2, 3].map(() => connectAccess.call(it.ctx, gateway)));
    expect(results.filter(({ token }) => token !== null)).toHaveLength(1);
    expect(await rowsOf(it)).toMatchObject({ devices: 1 });
  });
});

describe("going back", () => {
  it("puts what was made right instead of making more", async () => {
    const it = await empty();
    const wrong = label();
    await connectAccess.call(it.ctx, wrong);
    const right = { ...wrong, serialNumber: unique("GW-"), name: "Cellar" };
    const corrected = await connectAccess.call(it.ctx, right);
    expect(corrected.wizard.gateway).toMatchObject({ serialNumber: right.serialNumber, name: "Cellar" });
    const { carrier: first } = await describeCarrier.call(it.ctx, fridge);
    await setIndex.call(it.ctx, await index(it));
    const renamed = await describeCarrier.call(it.ctx, {
      ...fridge,
      name: "Vaccines",
      sceneId: first?.sceneId as number,
    });
    expect(renamed.carrier).toMatchObject({ id: first?.id, name: "Vaccines", ranges: [{ minimum: 2 }] });
    expect(renamed.carrier?.trigger).not.toBeNull();
    const mistyped = await associateDevice.call(it.ctx, { serialNumber: unique("SN-"), typeCode: "zbp_1" });
    const serialNumber = unique("SN-");
    const typo = await associateDevice.call(it.ctx, { serialNumber, typeCode: "zbp_1" });
    expect(typo.device).toMatchObject({ serialNumber, id: mistyped.device?.id });
    expect(await rowsOf(it)).toMatchObject({ devices: 2, carriers: 1, zones: 1, triggers: 1, mountings: 3 });
    expect(
      await told(describeCarrier.call(it.ctx, { ...fridge, type: "store", sceneId: first?.sceneId as number })),
    ).toEqual(["INVALID", "type fixed"]);
  });

  it("is remembered, step by step and person by person", async () => {
    const it = await empty();
    await connectAccess.call(it.ctx, { mode: "direct" });
    await describeCarrier.call(it.ctx, fridge);
    await saveWizard.call(it.ctx, { step: "access" });
    expect(await getWizard.call(it.ctx, {})).toMatchObject({ step: "access", furthest: "index", mode: "direct" });
    expect(await told(saveWizard.call(it.ctx, { step: "device" }))).toEqual(["CONFLICT", "step stepOrder"]);
    const colleague = await accountContext(db(), await makeUser(db(), it.id));
    expect(await getWizard.call(colleague, {})).toMatchObject({ step: "access", furthest: "access", carrier: null });
    const anew = await restartWizard.call(it.ctx, {});
    expect(anew).toMatchObject({ step: "access", furthest: "access", carrier: null, hasScenes: true });
    expect(await rowsOf(it)).toMatchObject({ carriers: 1 });
    expect(await db().select().from(setupWizard).where(eq(setupWizard.userId, it.user.id))).toEqual([]);
  });
});

describe("what is there already", () => {
  it("is taken: a gateway, a range of the same limits, a trigger, a sensor of the store", async () => {
    const own = await makeCustomer(db());
    await makeRange(db(), own.id);
    const user = await makeUser(db(), own.id);
    const it: Empty = { id: own.id, user, ctx: await accountContext(db(), user) };
    const gateway = label();
    const first = await connectAccess.call(it.ctx, gateway);
    await restartWizard.call(it.ctx, {});
    const again = await connectAccess.call(it.ctx, gateway);
    expect(again).toMatchObject({ token: null, wizard: { gateway: { id: first.wizard.gateway?.id } } });
    await describeCarrier.call(it.ctx, { ...fridge, sceneId: own.sceneId });
    const [range] = await db()
      .insert(zone)
      .values({ customerId: own.id, name: "ours", measure: "temperature", minimum: 2, maximum: 8 })
      .returning();
    const { group } = await makeFridge(db(), own, { contacts: [{ email: "li@example.com" }] });
    const trigger = await createStandardTrigger.call(it.ctx, {
      name: "ours",
      measures: ["temperature"],
      contactGroupId: group.id,
    });
    const { ranges } = await index(it);
    const watched = await setIndex.call(it.ctx, { ranges, trigger: { kind: "existing", id: trigger.id } });
    const channels = ["email", "popup"];
    expect(watched.carrier).toMatchObject({ trigger: { id: trigger.id, channels }, ranges: [{ zoneId: range?.id }] });
    const { sensor } = await makeFridge(db(), own);
    const taken = { serialNumber: sensor.serialNumber };
    expect(await told(associateDevice.call(it.ctx, taken))).toEqual(["CONFLICT", "serialNumber mounted"]);
    await db()
      .update(mounting)
      .set({ unmountedAt: new Date(it.ctx.now.getTime() - 1) })
      .where(eq(mounting.customerId, own.id));
    const assigned = await associateDevice.call(it.ctx, taken);
    expect(assigned.device?.id).toBe(sensor.id);
  });

  it("but of another customer is refused", async () => {
    const it = await empty();
    const other = await makeCustomer(db());
    const foreign = await makeFridge(db(), other);
    await connectAccess.call(it.ctx, { mode: "direct" });
    expect(await told(describeCarrier.call(it.ctx, { ...fridge, sceneId: other.sceneId }))).toContain("NOT_FOUND");
    await describeCarrier.call(it.ctx, fridge);
    const { ranges } = await index(it);
    const byTrigger = { ranges, trigger: { kind: "existing" as const, id: foreign.trigger.id } };
    expect(await told(setIndex.call(it.ctx, byTrigger))).toContain("NOT_FOUND");
    const byGroup = {
      ranges,
      trigger: { ...standard, recipients: { contactGroupIds: [foreign.group.id] } },
    };
    expect(await told(setIndex.call(it.ctx, byGroup))).toEqual(["NOT_FOUND", "trigger.contactGroupIds.0 reference"]);
    expect(await rowsOf(it)).toMatchObject({ zones: 0, triggers: 0 });
    await setIndex.call(it.ctx, { ranges, trigger: { kind: "none" } });
    const stolen = { serialNumber: foreign.sensor.serialNumber, typeCode: "zbp_1" };
    expect(await told(associateDevice.call(it.ctx, stolen))).toEqual(["CONFLICT", "serialNumber unique"]);
  });
});

describe("the place", () => {
  it("is the only node that there is, and has to be chosen among several", async () => {
    const own = await makeCustomer(db());
    const rangeId = await makeRange(db(), own.id);
    const ctx = await accountContext(db(), await makeUser(db(), own.id));
    await connectAccess.call(ctx, { mode: "direct" });
    const [second] = await db()
      .insert(scene)
      .values({ customerId: own.id, parentId: rangeId, code: "second", name: "Second" })
      .returning();
    const unplaced = { type: "refrigerator", name: "Fridge 1" } as const;
    expect(await told(describeCarrier.call(ctx, unplaced))).toEqual(["INVALID", "sceneId required"]);
    await db()
      .delete(scene)
      .where(eq(scene.id, second?.id as number));
    expect((await describeCarrier.call(ctx, unplaced)).carrier?.sceneId).toBe(own.sceneId);
  });

  it("is made below the range node, which takes no carriers", async () => {
    const own = await makeCustomer(db());
    const ctx = await accountContext(db(), await makeUser(db(), own.id));
    expect(await getWizard.call(ctx, {})).toMatchObject({ hasScenes: false });
    await connectAccess.call(ctx, { mode: "direct" });
    const atRange = describeCarrier.call(ctx, { ...fridge, sceneId: own.sceneId });
    expect(await told(atRange)).toEqual(["INVALID", "sceneId rangeCarrier"]);
    const placed = await describeCarrier.call(ctx, fridge);
    const [made] = await db()
      .select()
      .from(scene)
      .where(eq(scene.id, placed.carrier?.sceneId as number));
    expect(made).toMatchObject({ parentId: own.sceneId, name: fridge.sceneName });
    expect(placed.hasScenes).toBe(true);
  });
});

describe("refused", () => {
  it("is whoever may not make carriers, or sees no whole customer", async () => {
    const viewer = await empty({ permissions: ["viewRefrigerator"] });
    const own = await makeCustomer(db());
    const bound = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 0, sceneIds: [own.sceneId] }));
    const stranger = await empty();
    expect(await told(getWizard.call(viewer.ctx, {}))).toEqual(["FORBIDDEN"]);
    expect(await told(connectAccess.call(viewer.ctx, label()))).toEqual(["FORBIDDEN"]);
    expect(await told(getWizard.call(bound, {}))).toEqual(["NOT_FOUND"]);
    expect(await told(getWizard.call(stranger.ctx, { customerId: own.id }))).toEqual(["NOT_FOUND"]);
    expect(await rowsOf(viewer)).toEqual(NOTHING);
  });

  it("is a step whose own codes are missing, and nothing of it stays", async () => {
    const it = await empty({ permissions: ["newRefrigerator", "editRefrigerator", "newScene"] });
    expect(await told(connectAccess.call(it.ctx, label()))).toEqual(["FORBIDDEN"]);
    await connectAccess.call(it.ctx, { mode: "direct" });
    expect(await told(describeCarrier.call(it.ctx, { ...fridge, type: "vehicle" }))).toEqual(["FORBIDDEN"]);
    expect(await rowsOf(it)).toEqual(NOTHING);
    await describeCarrier.call(it.ctx, fridge);
    expect(await told(setIndex.call(it.ctx, await index(it)))).toEqual(["FORBIDDEN"]);
    expect(await rowsOf(it)).toMatchObject({ zones: 0, triggers: 0, contacts: 0 });
  });

  it("is a step before its turn, and what breaks a rule", async () => {
    const it = await empty();
    expect(await told(describeCarrier.call(it.ctx, fridge))).toEqual(["CONFLICT", "step stepOrder"]);
    expect(await told(connectAccess.call(it.ctx, { mode: "gateway" }))).toEqual(["INVALID", "serialNumber required"]);
    expect(await told(connectAccess.call(it.ctx, { mode: "gateway", serialNumber: "GW-X" }))).toContain("INVALID");
    await connectAccess.call(it.ctx, { mode: "direct" });
    expect(await told(describeCarrier.call(it.ctx, { ...fridge, sceneName: "" }))).toEqual([
      "INVALID",
      "sceneName required",
    ]);
    expect(await told(describeCarrier.call(it.ctx, { ...fridge, name: "A-1" }))).toEqual(["INVALID", "name pointName"]);
    await describeCarrier.call(it.ctx, fridge);
    const { ranges } = await index(it);
    expect(await told(setIndex.call(it.ctx, { ranges: [...ranges, ...ranges], trigger: standard }))).toEqual([
      "INVALID",
      "ranges.1 oneRange",
    ]);
    const humidity = [{ measure: "humidity" as const, presetId: await presetId(it.ctx, "gsp_humidity") }];
    await setIndex.call(it.ctx, { ranges: humidity, trigger: { kind: "none" } });
    const thermometer = { serialNumber: unique("SN-"), typeCode: "zbp_1" };
    expect(await told(associateDevice.call(it.ctx, thermometer))).toEqual(["CONFLICT", "serialNumber thermometerOnly"]);
    expect(await rowsOf(it)).toMatchObject({ devices: 0, mountings: 0 });
  });
});

describe("own limits and several recipients", () => {
  const planOf = (triggerId: number | undefined) =>
    db()
      .select()
      .from(notificationPlanRow)
      .where(eq(notificationPlanRow.triggerId, triggerId as number));

  it("make a range named by its limits, which the next carrier takes too", async () => {
    const it = await empty();
    await connectAccess.call(it.ctx, { mode: "direct" });
    await describeCarrier.call(it.ctx, fridge);
    const ranges = [{ measure: "temperature" as const, limits: { minimum: -25, maximum: -15.5 } }];
    const watched = await setIndex.call({ ...it.ctx, locale: "en-US" }, { ranges, trigger: { kind: "none" } });
    expect(watched.carrier?.ranges).toMatchObject([
      { measure: "temperature", name: "−25 – −15.5 °C", minimum: -25, maximum: -15.5 },
    ]);
    await restartWizard.call(it.ctx, {});
    await connectAccess.call(it.ctx, { mode: "direct" });
    const { carrier: first } = watched;
    await describeCarrier.call(it.ctx, { ...fridge, name: "Freezer 2", sceneId: first?.sceneId as number });
    await setIndex.call(it.ctx, { ranges, trigger: { kind: "none" } });
    expect(await rowsOf(it)).toMatchObject({ carriers: 2, zones: 1 });
  });

  it("are checked as those of every range, each at its field", async () => {
    const it = await empty();
    await connectAccess.call(it.ctx, { mode: "direct" });
    await describeCarrier.call(it.ctx, fridge);
    const limited = (minimum: number | null, maximum: number | null) =>
      told(
        setIndex.call(it.ctx, {
          ranges: [{ measure: "temperature", limits: { minimum, maximum } }],
          trigger: { kind: "none" },
        }),
      );
    expect(await limited(null, null)).toEqual(["INVALID", "ranges.0.limits.minimum oneLimit"]);
    expect(await limited(8, 2)).toEqual(["INVALID", "ranges.0.limits.maximum aboveMinimum"]);
    expect(await limited(null, 400)).toEqual(["INVALID", "ranges.0.limits.maximum temperatureSetting"]);
    expect(
      await told(setIndex.call(it.ctx, { ranges: [{ measure: "temperature" }], trigger: { kind: "none" } })),
    ).toEqual(["INVALID", "ranges.0.zoneId required"]);
    expect(await rowsOf(it)).toMatchObject({ zones: 0 });
  });

  it("are all notified at once: the user, accounts, and groups", async () => {
    const own = await makeCustomer(db());
    await makeRange(db(), own.id);
    const user = await makeUser(db(), own.id, { email: `${unique("me")}@example.com` });
    const it: Empty = { id: own.id, user, ctx: await accountContext(db(), user) };
    const nurse = await makeUser(db(), own.id, { email: `${unique("nurse")}@example.com` });
    const doctor = await makeUser(db(), own.id, { email: `${unique("doctor")}@example.com` });
    const { group } = await makeFridge(db(), own, { contacts: [{ email: "li@example.com" }] });
    await connectAccess.call(it.ctx, { mode: "direct" });
    await describeCarrier.call(it.ctx, { ...fridge, sceneId: own.sceneId });
    const { ranges } = await index(it);
    const recipients = { isMe: true, userIds: [nurse.id, doctor.id, user.id], contactGroupIds: [group.id] };
    const watched = await setIndex.call(it.ctx, { ranges, trigger: { ...standard, recipients } });
    const plan = await planOf(watched.carrier?.trigger?.id);
    expect(plan).toHaveLength(3);
    for (const row of plan) expect(row).toMatchObject({ afterMinutes: 0, channels: ["popup", "email"] });
    expect(plan.map(({ contactGroupId }) => contactGroupId)).toContain(group.id);
    const people = await db().select().from(contact).where(eq(contact.customerId, own.id));
    const told = people.filter(({ groupId }) => plan.some(({ contactGroupId }) => contactGroupId === groupId));
    // The user is notified once, although chosen twice.
    expect(told.map(({ email }) => email).sort()).toEqual(
      [user.email, nurse.email, doctor.email, "li@example.com"].sort(),
    );
  });

  it("are told in their own language, else in their customer's, whatever the console is read in", async () => {
    const set = { locale: "ja" };
    for (const [own, locale] of [
      [{}, "es"],
      [set, "ja"],
    ] as const) {
      const it = await empty(own);
      await db().update(customer).set({ locale: "es" }).where(eq(customer.id, it.id));
      const nurse = await makeUser(db(), it.id, { email: `${unique("nurse")}@example.com` });
      const doctor = await makeUser(db(), it.id, { email: `${unique("doctor")}@example.com`, ...set });
      await connectAccess.call(it.ctx, { mode: "direct" });
      await describeCarrier.call(it.ctx, fridge);
      const { ranges } = await index(it);
      const recipients = { isMe: true, userIds: [nurse.id, doctor.id] };
      await setIndex.call({ ...it.ctx, locale: "zh-CN" }, { ranges, trigger: { ...standard, recipients } });
      const people = await db().select().from(contact).where(eq(contact.customerId, it.id)).orderBy(contact.id);
      expect(people.map((one) => [one.email, one.locale])).toEqual([
        [it.user.email, locale],
        [nurse.email, "es"],
        [doctor.email, "ja"],
      ]);
    }
  });

  it("names an account that cannot be reached, and keeps nothing", async () => {
    const it = await empty();
    const mute = await makeUser(db(), it.id);
    await connectAccess.call(it.ctx, { mode: "direct" });
    await describeCarrier.call(it.ctx, fridge);
    const { ranges } = await index(it);
    const recipients = { userIds: [mute.id] };
    expect(await told(setIndex.call(it.ctx, { ranges, trigger: { ...standard, recipients } }))).toEqual([
      "CONFLICT",
      "trigger.recipients.userIds.0 contactSync",
    ]);
    expect(await rowsOf(it)).toMatchObject({ contacts: 0, triggers: 0, zones: 0 });
  });
});

describe("a standard trigger", () => {
  it("has a name of its own and a group of its customer", async () => {
    const it = await empty();
    const input = { name: "Cold", measures: ["temperature" as const] };
    await createStandardTrigger.call(it.ctx, input);
    expect(await told(createStandardTrigger.call(it.ctx, { ...input, name: "COLD" }))).toEqual([
      "CONFLICT",
      "name unique",
    ]);
    const other = await makeFridge(db(), await makeCustomer(db()));
    expect(
      await told(createStandardTrigger.call(it.ctx, { ...input, name: "b", contactGroupId: other.group.id })),
    ).toEqual(["NOT_FOUND", "contactGroupId reference"]);
    const viewer = await empty({ permissions: ["viewRefrigerator"] });
    expect(await told(createStandardTrigger.call(viewer.ctx, input))).toEqual(["FORBIDDEN"]);
    expect(await told(createStandardTrigger.call(it.ctx, { ...input, measures: [] }))).toContain("INVALID");
    expect(await rowsOf(it)).toMatchObject({ triggers: 1 });
  });
});

describe("the page", () => {
  const open = (ctx: OperationContext, search: PageContext["search"] = {}) => {
    if (ctx.actor.type !== "user") throw new Error("no account");
    return loadWizardScreen({ ...ctx, principal: ctx.actor.principal, search } as unknown as PageContext);
  };

  it("begins at once for the account of one customer", async () => {
    const { id, ctx } = await empty();
    expect(await open(ctx)).toMatchObject({ customers: null, start: { wizard: { customerId: id } } });
  });

  it("names the customer of whoever works for several, and begins with none that was not chosen", async () => {
    const { id } = await empty();
    const operator = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    const first = await open(operator);
    expect(first.start).toBeNull();
    expect(first.customers?.map((one) => one.id)).toEqual(expect.arrayContaining([1, id]));
    expect((await open(operator, { customerId: String(id) })).start?.wizard.customerId).toBe(id);
  });
});
