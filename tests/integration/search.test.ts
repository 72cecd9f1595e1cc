import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, carrierSearch, deviceSearch } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { writeSearchTexts } from "@/features/menu/search/jobs";
import { listScreens, search } from "@/features/menu/search/operations";
import { findScreens, MOST_HITS } from "@/features/menu/search/rules";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer, makeFridge } from "../factories/world";

let admin: OperationContext;
let stranger: OperationContext;
let platform: OperationContext;
let limited: OperationContext;

const as = async (customerId: number, options = {}) => accountContext(db(), await makeUser(db(), customerId, options));
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const find = async (q: string, ctx = admin) => {
  const { carriers, devices } = await search.call(ctx, { q });
  return { carriers: names(carriers), devices: names(devices) };
};

const writeTexts = () =>
  writeSearchTexts.run(
    {},
    { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  const own = await makeCustomer(db(), { name: "Hospital" });
  const other = await makeCustomer(db(), { name: "Clinic" });
  for (const name of ["The vaccine fridge", "Vaccine fridge 2", "Blood bank 100%"])
    await makeFridge(db(), own, { carrier: { name } });
  await makeFridge(db(), other, { carrier: { name: "Vaccine of another" } });
  await makeDevice(db(), own, "gateway", {
    name: "Vaccine gateway",
    serialNumber: "GW-77-001",
    mac: "00124B00AFE2906C",
  });
  await makeDevice(db(), own, "relay", { name: "Repeater", serialNumber: "RL-77-001" });
  [admin, stranger, platform, limited] = await Promise.all([
    as(own.id),
    as(other.id),
    as(own.id, { scopeType: 3 }),
    as(own.id, { permissions: ["viewRelay", "viewMonitorPointRealTime"] }),
  ]);
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("the search", () => {
  it("finds carriers and devices by a part of their name, what begins with it first", async () => {
    expect(await find("VACC")).toEqual({
      carriers: ["Vaccine fridge 2", "The vaccine fridge"],
      devices: ["Vaccine gateway"],
    });
  });

  it("finds devices by serial number, and by a MAC with separators or without", async () => {
    expect((await find("77-00")).devices).toEqual(["Repeater", "Vaccine gateway"]);
    for (const mac of ["00:12:4b:00:af", "00124b00af"]) expect((await find(mac)).devices).toEqual(["Vaccine gateway"]);
  });

  it("finds several words in any order, Pinyin and initials", async () => {
    const clinic = await makeCustomer(db());
    for (const name of ["接种门诊疫苗冰箱3", "接种门诊疫苗冰箱2", "检验科冰箱3", "Cámara Ñ"])
      await makeFridge(db(), clinic, { carrier: { name } });
    await writeTexts();
    const nurse = await as(clinic.id);
    const third = ["接种门诊疫苗冰箱3"];
    for (const q of ["接种 3", "3 接种", "jiezhong 3", "jzmz 3", "疫苗 bingxiang3", "ＹＭＢＸ3"])
      expect((await find(q, nurse)).carriers, q).toEqual(third);
    expect((await find("jz", nurse)).carriers).toEqual(["接种门诊疫苗冰箱2", "接种门诊疫苗冰箱3"]);
    expect((await find("camara", nurse)).carriers).toEqual(["Cámara Ñ"]);
    expect((await find("接种 4", nurse)).carriers).toEqual([]);
  });

  it("follows a new name at once, and its spelling once the job has written it", async () => {
    const clinic = await makeCustomer(db());
    const fridge = await makeFridge(db(), clinic, { carrier: { name: "血库冰箱" } });
    await writeTexts();
    const nurse = await as(clinic.id);
    expect((await find("xueku", nurse)).carriers).toEqual(["血库冰箱"]);
    await db().update(carrier).set({ name: "药房冰箱" }).where(eq(carrier.id, fridge.carrier.id));
    expect((await find("xueku", nurse)).carriers).toEqual([]);
    expect((await find("药房 冰箱", nurse)).carriers).toEqual(["药房冰箱"]);
    await writeTexts();
    expect((await find("yaofang", nurse)).carriers).toEqual(["药房冰箱"]);
  });

  it("only reads: what has no text yet is found by its name and numbers, and stays without one", async () => {
    const clinic = await makeCustomer(db());
    await makeFridge(db(), clinic, { carrier: { name: "New Fridge" } });
    await makeDevice(db(), clinic, "gateway", { name: "New gate", serialNumber: "GW-88", mac: "00124B00AFE2906D" });
    const nurse = await as(clinic.id);
    expect(await find("NEW fr", nurse)).toEqual({ carriers: ["New Fridge"], devices: [] });
    for (const q of ["new gw-88", "00:12:4b:00:af:e2:90:6d"])
      expect((await find(q, nurse)).devices, q).toEqual(["New gate"]);
    const missing = [
      await db().select().from(carrierSearch).where(eq(carrierSearch.customerId, clinic.id)),
      await db().select().from(deviceSearch).where(eq(deviceSearch.customerId, clinic.id)),
    ].map((rows) => rows.filter(({ text }) => text === null).length);
    expect(missing.every((count) => count > 0)).toBe(true);
  });

  it("takes signs of patterns as they are written", async () => {
    expect((await find("100%")).carriers).toEqual(["Blood bank 100%"]);
    expect((await find("%")).carriers).toEqual(["Blood bank 100%"]);
  });

  it("finds nothing of others, and names customers where several are in sight", async () => {
    expect(await find("vaccine", stranger)).toEqual({ carriers: ["Vaccine of another"], devices: [] });
    const { carriers } = await search.call(platform, { q: "vaccine" });
    expect(new Set(carriers.map(({ customerName }) => customerName))).toEqual(new Set(["Hospital", "Clinic"]));
    expect((await search.call(admin, { q: "vaccine" })).carriers[0]?.customerName).toBe(null);
  });

  it("finds only types and kinds that one may look at", async () => {
    expect(await find("vaccine", limited)).toEqual({ carriers: [], devices: [] });
    expect((await find("77-001", limited)).devices).toEqual(["Repeater"]);
  });

  it("answers with a few", async () => {
    const { id } = await makeCustomer(db());
    const crowd = await makeCustomer(db());
    for (let index = 0; index <= MOST_HITS; index += 1)
      await makeDevice(db(), crowd, "relay", { name: `Crowd ${index}` });
    expect((await find("crowd", await as(crowd.id))).devices).toHaveLength(MOST_HITS);
    expect((await find("crowd", await as(id))).devices).toEqual([]);
  });
});

it("lists the pages that one may open, in the language of the request and in English", async () => {
  const screens = await listScreens.call({ ...limited, locale: "es" }, {});
  const paths = screens.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["/home", "/personal/material", "/device/relay"]));
  expect(paths).not.toContain("/device/sensor");
  expect(paths).not.toContain("/setupWizard");
  expect(screens.find(({ path }) => path === "/device/relay")).toMatchObject({
    title: "Repetidores",
    english: "Relays",
    isAction: false,
  });
  expect(screens.find(({ isAction, path }) => isAction && path.startsWith("/device"))).toBeUndefined();
});

it("knows pages by other words, in the language of the request and in English, and offers what may be created", async () => {
  const titlesOf = async (ctx: OperationContext, q: string) =>
    findScreens(await listScreens.call(ctx, {}), q).map(({ title }) => title);
  const [chinese, spanish] = [
    { ...admin, locale: "zh-CN" },
    { ...admin, locale: "es" },
  ];
  for (const [q, title] of [
    ["history", "明细数据"],
    ["lishi", "明细数据"],
    ["shenji", "系统日志"],
    ["calibration", "传感器"],
    ["校准", "传感器"],
    ["校正", "传感器"],
    ["exeption", "异常记录"],
    ["refrigirator", "冰箱"],
    ["历史", "明细数据"],
    ["audit", "系统日志"],
    ["审计", "系统日志"],
    ["report", "数据报告"],
    ["shujubaogao", "数据报告"],
    ["cgq", "传感器"],
    ["add sensor", "新建传感器"],
    ["静默", "静默报警"],
  ] as const)
    expect(await titlesOf(chinese, q), q).toContain(title);
  for (const [q, first] of [
    ["history", "历史数据"],
    ["lishi", "历史数据"],
  ] as const)
    expect((await titlesOf(chinese, q))[0], q).toBe(first);
  expect(await titlesOf(spanish, "calibración")).toContain("Sensores");
  expect(await titlesOf({ ...admin, locale: "ja" }, "校正")).toContain("センサー");
  expect(await titlesOf({ ...admin, locale: "ja" }, "アラーム")).toEqual(
    expect.arrayContaining(["異常記録", "警報記録"]),
  );
  expect(await titlesOf(spanish, "auditoría")).toEqual(expect.arrayContaining([expect.stringMatching(/registro/i)]));
  const found = findScreens(await listScreens.call(chinese, {}), "新建报告").find(({ isAction }) => isAction);
  expect(found).toMatchObject({ path: "/count/dataReport?id=new", section: "数据报告" });
});
