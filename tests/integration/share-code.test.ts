import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import {
  calibration,
  carrierState,
  carrierZone,
  customer,
  device,
  scene,
  shareCode,
  shareOpening,
  zone,
} from "@/db/schema";
import type { PageDto } from "@/features/share-code/page.schema";
import { forgetPages } from "@/features/share-code/page.service";
import { publicCodes, viewWall } from "@/features/share-code/public.operations";
import { forgetOpenings } from "@/features/share-code/share.jobs";
import { shareCodes } from "@/features/share-code/share.operations";
import type { ShareInput } from "@/features/share-code/share.schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { hashPassword } from "@/lib/auth/password";
import { resetEnvironment } from "@/lib/env/env";
import { closeRateLimits } from "@/lib/http/rate-limit";
import { RawReply, type Reply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { anonymousContext } from "@/lib/operation/request-context";
import { placeNames } from "@/lib/street-map/place-names";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeShare } from "../factories/share";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { longTest } from "../support/long";
import { refusal } from "../support/refusal";
import { munich, pmtilesOf } from "../support/street-tiles";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date("2026-03-10T12:00:00Z");
const now = NOW.getTime();
const START = now - 4 * HOUR;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let maker: OperationContext;
let viewer: OperationContext;
let outsider: OperationContext;

beforeAll(async () => {
  owner = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  fridge = await makeFridge(db(), owner);
  await db().$client`update device set report_interval_seconds = 60 where id = ${fridge.sensor.id}`;
  await db()
    .$client`update mounting set mounted_at = to_timestamp(${(START - DAY) / 1000}::float8) where carrier_id = ${fridge.carrier.id}`;
  const range = { customerId: owner.id, name: "cold", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  const bound = { carrierId: fridge.carrier.id, measure: "temperature" as const, zoneId: row?.id as number };
  await db().insert(carrierZone).values(bound);
  // 5 °C but for half an hour at 10 °C in the middle.
  const readings = Array.from({ length: 240 }, (_, minute) => ({
    device: fridge.sensor.serialNumber,
    at: START + minute * MINUTE,
    values: { temperature: minute >= 90 && minute < 120 ? 10 : 5 },
  }));
  expect(await ingest(deviceContext(owner.id, NOW), readings)).toMatchObject({ accepted: 240 });
  const contextOf = async (customerId: number, options = {}) => ({
    ...(await accountContext(db(), await makeUser(db(), customerId, options))),
    now: NOW,
  });
  maker = await contextOf(owner.id);
  viewer = await contextOf(owner.id, { permissions: ["viewFindCode"] });
  outsider = await contextOf((await makeCustomer(db())).id);
});
beforeEach(() => {
  closeRateLimits();
  forgetPages();
});
afterAll(async () => {
  closeRateLimits();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Somebody without an account, from an address of their own. */
const stranger = (at: Date | number = NOW, address: string = randomUUID()): OperationContext => ({
  ...anonymousContext(new Headers({ "user-agent": "a phone" }), "ja"),
  address,
  now: new Date(at),
});
const asked = (values: Partial<ShareInput> = {}) => ({
  ...{ kind: "page" as const, carrierIds: [fridge.carrier.id], from: START, to: now },
  fields: ["owner", "value", "range", "excursions", "figures", "chart", "table", "proof"] as ShareInput["fields"],
  expiresAt: now + 7 * DAY,
  ...values,
});
const made = (values: Parameters<typeof makeShare>[2] = {}) =>
  makeShare(db(), owner.id, {
    ...{ carrierId: fridge.carrier.id, fromAt: new Date(START), expiresAt: new Date(now + DAY) },
    ...values,
  });
/** A node below the owner's top node, or below another; returns its id. */
const branchOf = async (name: string, parentId = owner.sceneId): Promise<number> => {
  const values = { customerId: owner.id, parentId, name, code: randomUUID().slice(0, 20) };
  const [row] = await db().insert(scene).values(values).returning();
  return row?.id as number;
};
const look = async (key: string, { visit, at }: { visit?: string; at?: number } = {}): Promise<PageDto> =>
  ((await publicCodes.view.call(stranger(at), { key, ...(visit && { visit }) })) as Reply<PageDto>).result;
const open = async (key: string, pin = "", ctx = stranger()) => (await publicCodes.open.call(ctx, { key, pin })).result;
const rowOf = async (id: number) => (await db().select().from(shareCode).where(eq(shareCode.id, id)))[0];
const keyOf = async (id: number) => {
  const [label] = await shareCodes.label.call(maker, { ids: [id] });
  return new URL(label?.url ?? "").searchParams.get("key") ?? "";
};
const DEAD = { code: "NOT_FOUND", message: "the code opens nothing" };

describe("making codes", () => {
  it("makes one for each subject, keeps none in the clear, and writes who made it", async () => {
    const other = await makeFridge(db(), owner);
    const result = await shareCodes.create.call(
      maker,
      asked({ carrierIds: [fridge.carrier.id, other.carrier.id], name: "Vaccines", pin: "4711" }),
    );
    expect(result.items.map(({ name }) => name)).toEqual([
      `Vaccines · ${fridge.carrier.name}`,
      `Vaccines · ${other.carrier.name}`,
    ]);
    const key = await keyOf(result.ids[0] as number);
    expect(key).toMatch(/^[\w-]{24}$/);
    const text = JSON.stringify([await rowOf(result.ids[0] as number), result]);
    expect(text).not.toContain(key);
    expect(text).not.toContain("4711");
    const [line] = await trailOf(db(), owner.id, "shareCode", result.ids.join(",") as never);
    expect(line).toMatchObject({ operation: "shareCode.create" });
    expect(JSON.stringify(line)).not.toContain(key);
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("generates with the specification's defaults, and shows the codes at once", async () => {
    const { items } = await shareCodes.generate.call(maker, { deviceIds: [fridge.sensor.id] });
    expect(items).toMatchObject([{ subject: fridge.sensor.name, hasPin: false, state: "active" }]);
    expect(Date.parse(items[0]?.expiresAt ?? "")).toBe(now + 7 * DAY);
    expect(items[0]?.image).toContain("data:image/svg+xml");
    const page = await look(new URL(items[0]?.url ?? "").searchParams.get("key") ?? "");
    expect(page).toMatchObject({ subject: fridge.sensor.name, deviceKind: "sensor", values: [{ value: 5 }] });
  });

  it.each([
    ["an end too soon", { expiresAt: now + HOUR / 2 }, ["expiresAt expiryTooSoon"]],
    ["an end too late", { expiresAt: now + 400 * DAY }, ["expiresAt expiryTooLate"]],
    ["a begin ahead", { from: now + HOUR, to: null }, ["from past"]],
  ])("refuses %s", async (_, values, issues) => {
    const answer = await refusal(shareCodes.create.call(maker, asked(values)));
    expect(answer.issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual(issues);
  });

  it("refuses who may not, carriers out of scope, of several customers, and of a cancelled one", async () => {
    expect(await refusal(shareCodes.create.call(viewer, asked()))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(shareCodes.label.call(viewer, { ids: [1] }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(shareCodes.create.call(outsider, asked()))).toMatchObject({ code: "NOT_FOUND" });
    const third = await makeCustomer(db());
    const alien = await makeFridge(db(), third);
    const root = { ...(await accountContext(db(), { id: 1 } as never)), now: NOW };
    const both = asked({ carrierIds: [fridge.carrier.id, alien.carrier.id] });
    expect(await refusal(shareCodes.create.call(root, both))).toMatchObject({ code: "CONFLICT" });
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, third.id));
    expect(await refusal(shareCodes.create.call(root, asked({ carrierIds: [alien.carrier.id] })))).toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("keeping codes", () => {
  it("lists them by state, with their openings, and revokes once", async () => {
    const { id, code, name } = await made();
    await look(code);
    await look(code);
    const listed = await shareCodes.list.call(viewer, { q: name });
    expect(listed).toMatchObject({ total: 1, items: [{ id, openings: 2, state: "active" }] });
    expect(await shareCodes.openings.call(viewer, { id })).toMatchObject({
      total: 2,
      items: [{ outcome: "opened", userAgent: "a phone", locale: "ja" }, {}],
    });
    expect(await refusal(shareCodes.revoke.call(viewer, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(shareCodes.revoke.call(outsider, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await rowOf(id))?.revokedAt).toBeNull();
    expect(await shareCodes.revoke.call(maker, { id })).toMatchObject({ state: "revoked" });
    expect((await trailOf(db(), owner.id, "shareCode", id)).at(-1)).toMatchObject({ operation: "shareCode.revoke" });
    expect(await refusal(shareCodes.revoke.call(maker, { id }))).toMatchObject({ code: "CONFLICT" });
    expect(await shareCodes.list.call(viewer, { q: name, state: "active" })).toMatchObject({ total: 0 });
    expect(await shareCodes.list.call(viewer, { q: name, state: "revoked" })).toMatchObject({ total: 1 });
    expect(await refusal(look(code))).toMatchObject(DEAD);
  });

  it("forgets openings after two years, and nothing before", async () => {
    const { id } = await made();
    const at = (days: number) => new Date(now - days * DAY);
    const row = { shareCodeId: id, outcome: "opened" as const, address: "", userAgent: "", locale: "ja" };
    await db()
      .insert(shareOpening)
      .values([700, 740].map((days) => ({ ...row, at: at(days) })));
    await forgetOpenings.run(
      {},
      { db: db(), now: NOW, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
    );
    expect(await shareCodes.openings.call(viewer, { id })).toMatchObject({
      total: 1,
      items: [{ at: at(700).toISOString() }],
    });
  });

  it.each([
    ["expired", { expiresAt: new Date(now - 1) }],
    ["usedUp", { useLimit: 1, useCount: 1 }],
    ["gone", { carrierId: null }],
  ] as const)("lists what is %s as such", async (state, values) => {
    const { name } = await made(values);
    expect(await shareCodes.list.call(viewer, { q: name, state })).toMatchObject({ total: 1, items: [{ state }] });
  });

  it("shows an account bound to a node the codes of its carriers only", async () => {
    const branch = await branchOf("branch");
    const bound = {
      ...(await accountContext(db(), await makeUser(db(), owner.id, { scopeType: 0, sceneIds: [branch] }))),
      now: NOW,
    };
    const { id, name } = await made();
    expect(await shareCodes.list.call(bound, { q: name })).toMatchObject({ total: 0 });
    expect(await refusal(shareCodes.get.call(bound, { id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the page of a code", () => {
  it("shows the fields that were chosen, and nothing else", async () => {
    const { ids } = await shareCodes.create.call(maker, asked());
    const page = await look(await keyOf(ids[0] as number));
    expect(page).toMatchObject({
      ...{ owner: owner.name, subject: fridge.carrier.name, carrierType: "refrigerator", timeZone: "Asia/Shanghai" },
      ...{ path: null, serialNumber: null, certificates: null, position: null, values: null },
      probes: [{ measure: "temperature", number: null, minimum: 2, maximum: 8 }],
      verdict: { hasLimits: true, outsideSeconds: 1800, runs: [{ side: "above", extreme: 10, isRunning: false }] },
      figures: [{ count: 240, minimum: 5, maximum: 10 }],
      proof: { readings: 240, stored: "same" },
    });
    expect(page.chart?.series[0]?.at.length).toBeGreaterThan(20);
    const bare = await look((await made({ fields: ["value"] })).code);
    expect(bare).toMatchObject({
      ...{ owner: null, verdict: null, figures: null, chart: null, table: null, proof: null },
      probes: [{ minimum: null, maximum: null }],
      values: [{ value: 5, state: "normal" }],
    });
    const text = JSON.stringify([page, bare]);
    for (const secret of [fridge.sensor.serialNumber, `"id"`, "customerId", "carrierId", "probeId"])
      expect(text).not.toContain(secret);
  });

  it("speaks of the present only as far as its period reaches", async () => {
    const past = await look((await made({ toAt: new Date(now - HOUR) })).code);
    expect(past).toMatchObject({ values: null, isOpenEnded: false, to: now - HOUR });
    const until = await look((await made({ toAt: new Date(now + HOUR) })).code);
    expect(until).toMatchObject({ values: [{ value: 5 }], isOpenEnded: true, to: now });
  });

  it("names the place of a vehicle by the streets, in the language of its reader", async () => {
    const [folder, at] = [mkdtempSync(join(tmpdir(), "streets-")), new Date(now)];
    const there = { longitude: 11.5, latitude: 48.13, positionAt: at, speedKmh: 40 };
    await db()
      .insert(carrierState)
      .values({ carrierId: fridge.carrier.id, ...there });
    const { code } = await made({ kind: "live", fields: ["position"] });
    expect((await look(code)).position).toMatchObject({ name: null, longitude: 11.5 });
    writeFileSync(join(folder, "munich.pmtiles"), pmtilesOf(munich()));
    vi.stubEnv("MAP_TILES", join(folder, "munich.pmtiles"));
    resetEnvironment();
    const [name] = await placeNames([[11.5, 48.13]], "ja");
    expect(name).toEqual(expect.any(String));
    expect((await look(code)).position).toMatchObject({ name });
    vi.unstubAllEnvs();
    resetEnvironment();
    rmSync(folder, { recursive: true });
  });

  it("gives the very bytes whose hash it shows, and notices a change", async () => {
    const { ids } = await shareCodes.create.call(maker, asked({ to: now - HOUR }));
    const key = await keyOf(ids[0] as number);
    const page = await look(key);
    const file = await publicCodes.data.call(stranger(), { key, to: page.to });
    expect(file).toBeInstanceOf(RawReply);
    const bytes = Buffer.from(await new Response(file.body).arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(page.proof?.sha256);
    expect(bytes.toString().split("\r\n")).toHaveLength(1 + 180 + 1);
    const late = [{ device: fridge.sensor.serialNumber, at: START + 30_000, values: { temperature: 5 } }];
    expect(await ingest(deviceContext(owner.id, NOW), late)).toMatchObject({ accepted: 1 });
    forgetPages();
    expect((await look(key)).proof).toMatchObject({ stored: "changed", readings: 181 });
  });

  it("names the calibration only if chosen, and the sensor only if that is chosen too", async () => {
    await db()
      .insert(calibration)
      .values({
        ...{ customerId: owner.id, deviceId: fridge.sensor.id, calibratedOn: "2026-01-10", dueOn: "2027-01-10" },
        certificateNumber: "C-17",
      } as never);
    const plain = await look((await made({ fields: ["value", "calibration"] })).code);
    expect(plain.certificates).toMatchObject([{ certificate: "C-17", isLapsed: false, serialNumber: null }]);
    const named = await look((await made({ fields: ["value", "calibration", "device"] })).code);
    expect(named.certificates).toMatchObject([{ serialNumber: fridge.sensor.serialNumber }]);
  });

  it("is made again within seconds of what its subject reports, or else once a minute", async () => {
    const place = await makeCustomer(db());
    const mine = await makeFridge(db(), place);
    const report = async (at: number) => {
      const readings = [{ device: mine.sensor.serialNumber, at, values: { temperature: 5 } }];
      expect(await ingest(deviceContext(place.id, new Date(at)), readings)).toMatchObject({ accepted: 1 });
    };
    const { code } = await makeShare(db(), place.id, { carrierId: mine.carrier.id, expiresAt: new Date(now + DAY) });
    const SECOND = 1000;
    const madeAt = async (seconds: number) => ((await look(code, { at: now + seconds * SECOND })).at - now) / SECOND;
    expect([await madeAt(0), await madeAt(9), await madeAt(11), await madeAt(25)]).toEqual([0, 0, 0, 0]);
    await report(now + 26 * SECOND);
    expect([await madeAt(30), await madeAt(36), await madeAt(90)]).toEqual([0, 36, 36]);
    expect(await madeAt(101)).toBe(101);
  });

  it("shows nothing once its customer has lost the sensor or is cancelled, or the carrier was deleted", async () => {
    const place = await makeCustomer(db());
    const mine = await makeFridge(db(), place);
    const ofDevice = await makeShare(db(), place.id, { deviceId: mine.sensor.id, expiresAt: new Date(now + DAY) });
    const ofCarrier = await makeShare(db(), place.id, { carrierId: mine.carrier.id, expiresAt: new Date(now + DAY) });
    await look(ofDevice.code);
    await look(ofCarrier.code);
    await db().update(device).set({ customerId: owner.id }).where(eq(device.id, mine.sensor.id));
    forgetPages();
    expect(await refusal(look(ofDevice.code))).toMatchObject({ code: "NOT_FOUND" });
    expect((await look(ofCarrier.code)).probes).toEqual([]);
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, place.id));
    expect(await refusal(look(ofCarrier.code))).toMatchObject(DEAD);
    expect(await refusal(look((await made({ carrierId: null })).code))).toMatchObject(DEAD);
  });
});

describe("a guarded code", () => {
  it("opens with its PIN, logs right and wrong, and shows the page for that opening only", async () => {
    const { id, code } = await made({ pinHash: await hashPassword("4711") });
    expect(await refusal(look(code))).toMatchObject(DEAD);
    expect(await refusal(open(code, "4712"))).toMatchObject(DEAD);
    const { visit } = await open(code, "4711");
    expect(await look(code, { visit: visit ?? "" })).toMatchObject({ values: [{ value: 5 }] });
    expect(await refusal(look(code, { visit: `${visit?.slice(0, -1)}x` }))).toMatchObject(DEAD);
    expect(await refusal(look(code, { visit: visit ?? "", at: now + HOUR }))).toMatchObject(DEAD);
    const second = await made({ pinHash: await hashPassword("4711") });
    expect(await refusal(look(second.code, { visit: visit ?? "" }))).toMatchObject(DEAD);
    const logged = await db().select().from(shareOpening).where(eq(shareOpening.shareCodeId, id));
    expect(logged.map(({ outcome }) => outcome).sort()).toEqual(["opened", "wrongPin"]);
    await shareCodes.revoke.call(maker, { id });
    expect(await refusal(look(code, { visit: visit ?? "" }))).toMatchObject(DEAD);
  });

  it("lets exactly one of several in at once who want the last opening", async () => {
    const { id, code } = await made({ useLimit: 1 });
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => open(code)));
    const got = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value.visit as string] : []));
    expect(got).toHaveLength(1);
    expect((await rowOf(id))?.useCount).toBe(1);
    // Who got in reads on.
    expect(await look(code, { visit: got[0] as string })).toMatchObject({ values: [{ value: 5 }] });
    expect(await refusal(open(code))).toMatchObject(DEAD);
  });

  it("leads a browser without scripts back to the page, with the reason if it was refused", async () => {
    const { code } = await made({ pinHash: await hashPassword("4711") });
    const form = (pin: string) => publicCodes.open.call(stranger(), { key: code, pin, locale: "es" });
    expect((await form("1")).options).toMatchObject({
      status: 303,
      headers: { location: `/es/queryCode?key=${code}&refused=1` },
      cookies: [],
    });
    const { options } = await form("4711");
    expect(options).toMatchObject({ status: 303, headers: { location: `/es/queryCode?key=${code}` } });
    expect(options.cookies?.[0]).toMatch(/^frostline\.visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/);
  });

  it("slows down who tries PINs, whether the code exists or not", async () => {
    const { code } = await made({ pinHash: await hashPassword("4711") });
    for (const key of [code, "a code that was never made"]) {
      const tries = await Promise.all(Array.from({ length: 14 }, () => refusal(open(key, "0000"))));
      expect(tries.filter((one) => one.code === "RATE_LIMITED").length).toBeGreaterThanOrEqual(2);
      expect(await refusal(open(key, "4711"))).toMatchObject({ code: "RATE_LIMITED" });
    }
  });

  longTest(null)("takes as long for every refusal", async () => {
    const pinHash = await hashPassword("4711");
    const keys = {
      unknown: "a code that was never made",
      wrong: (await made({ pinHash })).code,
      expired: (await made({ pinHash, expiresAt: new Date(now - 1) })).code,
      revoked: (await made({ pinHash, revokedAt: NOW })).code,
      usedUp: (await made({ pinHash, useLimit: 1, useCount: 1 })).code,
      gone: (await made({ pinHash, carrierId: null })).code,
    };
    const times = new Map<string, number[]>();
    const answers = new Set<string>();
    for (let round = 0; round < 5; round += 1)
      for (const [name, key] of Object.entries(keys)) {
        const started = performance.now();
        answers.add(JSON.stringify(await refusal(open(key, "0000"))));
        times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
      }
    expect(answers.size).toBe(1);
    const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[2] as number);
    expect(Math.min(...medians)).toBeGreaterThan(490);
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(100);
  });
});

describe("guessing", () => {
  it("stops a network that guesses, and nobody who has a code elsewhere", async () => {
    const { code } = await made();
    const guesser = stranger(NOW, "203.0.113.7");
    const guess = (key: string) => refusal(publicCodes.view.call(guesser, { key }));
    for (let index = 0; index < 60; index += 1) expect(await guess(`guess ${index}`)).toMatchObject(DEAD);
    expect(await guess("one more")).toMatchObject({ code: "RATE_LIMITED" });
    expect(await guess(code)).toMatchObject({ code: "RATE_LIMITED" });
    expect(await look(code)).toMatchObject({ values: [{}] });
  });

  it("takes what is no code for one that was never made", async () => {
    for (const key of ["", "x", "%", "a".repeat(200)]) expect(await refusal(look(key))).toMatchObject(DEAD);
  });
});

describe("a board for a wall", () => {
  it("shows the node of the tree and what is below it, until it is revoked", async () => {
    const ward = await branchOf("ward");
    const inside = await makeFridge(db(), { id: owner.id, sceneId: ward });
    const input = { kind: "kiosk" as const, sceneIds: [ward] };
    const { ids } = await shareCodes.create.call(maker, input);
    const key = await keyOf(ids[0] as number);
    const { wall } = await viewWall(stranger(), { key });
    expect(wall.all.name).toBe("ward");
    expect(wall.focus.items.map(({ name }) => name)).toEqual([inside.carrier.name]);
    // A page is no board, and a board no page.
    expect(await refusal(viewWall(stranger(), { key: (await made()).code }))).toMatchObject(DEAD);
    expect(await refusal(look(key))).toMatchObject(DEAD);
    await shareCodes.revoke.call(maker, { id: ids[0] as number });
    expect(await refusal(viewWall(stranger(), { key }))).toMatchObject(DEAD);
  });

  it("gives no id away, and says who acknowledged on walls only", async () => {
    const sceneId = await branchOf("cellar");
    const room = await branchOf("room", sceneId);
    const inside = await makeFridge(db(), { id: owner.id, sceneId: room }, { measures: ["temperature"] });
    const acknowledgedBy = (await makeUser(db(), owner.id, { name: "Li Na" })).id;
    await makeException(db(), inside, { acknowledgedAt: NOW, acknowledgedBy });
    const boards = await Promise.all(
      (["kiosk", "live"] as const).map(async (kind) => {
        const { code } = await made({ kind, sceneId, carrierId: null, fromAt: null, fields: [] });
        const { wall } = await viewWall(stranger(), { key: code, focus: 1 });
        expect(wall.places).toMatchObject([{ key: 1, name: "room", total: 1 }]);
        expect(wall.focus).toMatchObject({ place: 1, items: [{ key: 1, name: inside.carrier.name }] });
        expect((await viewWall(stranger(), { key: code, focus: 2 })).wall.focus.place).toBeNull();
        for (const secret of [/"\w*[iI]d":/, /calibration/]) expect(JSON.stringify(wall)).not.toMatch(secret);
        return wall;
      }),
    );
    expect(boards.map(({ focus }) => focus.items[0]?.exceptions[0]?.acknowledgedBy)).toEqual(["Li Na", ""]);
  });
});
