import { and, asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { guideGroup, guideItem } from "@/db/schema";
import { seedGuide } from "@/db/seed/guide";
import { guideGroups } from "@/features/guide/group.operations";
import {
  createGuide,
  getGuide,
  listGuide,
  removeGuide,
  setGuideStatus,
  sortGuide,
  updateGuide,
} from "@/features/guide/guide.operations";
import { readGuide } from "@/features/guide/search.operations";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { trailOf } from "../support/audit";

const PLATFORM = 1;
let editor: OperationContext;
let nurse: OperationContext;
let customerId: number;

const contextOf = async (options: UserOptions, customer: number) =>
  accountContext(db(), await makeUser(db(), customer, options));

beforeAll(async () => {
  customerId = (await makeCustomer(db())).id;
  editor = await contextOf({ scopeType: 3 }, PLATFORM);
  nurse = await contextOf({ scopeType: 0, permissions: ["viewEx"] }, customerId);
});
beforeEach(async () => {
  // What ships, as it ships.
  await db().delete(guideItem);
  await db().delete(guideGroup);
  await db().transaction((tx) => seedGuide(tx as never));
});
afterAll(() => db().$client.end({ timeout: 5 }));

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("it was done")),
    (error: unknown) => {
      const { code, issues } = failureOf(error);
      return [code, ...(issues ?? []).map(({ path, rule }) => `${path} ${rule}`)].join(" ");
    },
  );

let count = 0;
const code = () => {
  count += 1;
  return `own_${count}`;
};
const chapter = (fields: Record<string, unknown> = {}, ctx = editor) =>
  guideGroups.create.call(ctx, { code: code(), name: "Our house", ...fields } as never);
const topic = (groupId: number, fields: Record<string, unknown> = {}, ctx = editor) =>
  createGuide.call(ctx, { groupId, code: code(), name: "Our fridge", content: "Call **Ana**.", ...fields } as never);
const idOf = async (wanted: string) =>
  (await db().select().from(guideItem).where(eq(guideItem.code, wanted)))[0]?.id as number;
const stored = async (id: number) => (await db().select().from(guideItem).where(eq(guideItem.id, id)))[0];
const orderOf = async (groupId: number) => (await listGuide.call(editor, { id: groupId })).items.map(({ id }) => id);
const codesOf = ({ chapters }: Awaited<ReturnType<typeof readGuide.call>>) =>
  (chapters as { items: { code: string }[] }[]).flatMap(({ items }) => items.map((item) => item.code));

describe("chapters and topics", () => {
  it("are made, changed, switched on and off and deleted, and the trail says so", async () => {
    const group = await chapter();
    expect(group).toMatchObject({
      name: "Our house",
      names: { "en-US": "Our house" },
      status: "enabled",
      isShipped: false,
    });
    const item = await topic(group.id, { routes: ["/home", "/home"] });
    expect(item).toMatchObject({
      groupId: group.id,
      routes: ["/home"],
      texts: { "en-US": { content: "Call **Ana**." } },
    });
    const changed = await updateGuide.call({ ...editor, locale: "es" }, { id: item.id, name: "Nuestro frigorífico" });
    expect(Object.keys(changed.texts)).toEqual(expect.arrayContaining(["en-US", "es"]));
    expect(changed.name).toBe("Nuestro frigorífico");
    expect(await getGuide.call(editor, { id: item.id })).toMatchObject({ name: "Our fridge", language: "en-US" });

    expect(await refusal(removeGuide.call(editor, { id: item.id }))).toBe("CONFLICT id isEnabled");
    await setGuideStatus.call(editor, { ids: String(item.id), status: 0 } as never);
    expect(await refusal(guideGroups.remove.call(editor, { id: group.id }))).toBe("CONFLICT id isEnabled");
    await guideGroups.update.call(editor, { id: group.id, status: "disabled" });
    expect(await refusal(guideGroups.remove.call(editor, { id: group.id }))).toBe("CONFLICT id inUse");
    await removeGuide.call(editor, { id: item.id });
    await guideGroups.remove.call(editor, { id: group.id });
    expect(await stored(item.id)).toBeUndefined();
    expect((await trailOf(db(), PLATFORM, "guide", item.id)).map(({ operation }) => operation)).toEqual([
      "guide.create",
      "guide.update",
      "guide.changeStatus",
      "guide.remove",
    ]);
    expect((await trailOf(db(), PLATFORM, "guideGroup", group.id)).map(({ operation }) => operation)).toEqual([
      "guideGroup.create",
      "guideGroup.update",
      "guideGroup.remove",
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no name", { name: undefined }, "INVALID name required"],
    ["a name that is too long", { name: "x".repeat(81) }, "INVALID name too_big"],
    ["a language that there is not", { texts: { fr: { name: "x", content: "" } } }, "INVALID texts unrecognized_keys"],
    ["a code with a blank", { code: "a b" }, "INVALID code word"],
    ["a code that is taken", { code: "FIRST_steps" }, "CONFLICT code unique"],
    ["a status that there is not", { status: "maybe" }, "INVALID status invalid_value"],
    ["a screen that there is not", { routes: ["/home", "/nowhere"] }, "INVALID routes.1 unknown"],
    ["a chapter that there is not", { groupId: 999_999 }, "INVALID groupId reference"],
    ["a text that is too long", { content: "x".repeat(20_001) }, "INVALID content too_big"],
    ["a field that nobody asked for", { html: "<b>" }, "INVALID  unrecognized_keys"],
  ])("with %s are refused", async (_what, fields, expected) => {
    const group = await chapter();
    const before = await db().$count(guideItem);
    expect(await refusal(topic(group.id, fields))).toBe(expected);
    expect(await db().$count(guideItem)).toBe(before);
  });

  it("keep at least one text", async () => {
    const group = await chapter();
    const item = await topic(group.id);
    expect(await refusal(updateGuide.call(editor, { id: item.id, texts: {} }))).toBe("INVALID name required");
    expect(await refusal(guideGroups.update.call(editor, { id: group.id, names: {} }))).toBe("INVALID name required");
    expect((await stored(item.id))?.texts).toEqual(item.texts);
  });

  it("are written by those who may, and read in full by those who may look", async () => {
    const looker = await contextOf({ scopeType: 2, permissions: ["viewGuide"] }, PLATFORM);
    const id = await idOf("first_steps");
    expect((await guideGroups.list.call(looker, {})).total).toBeGreaterThan(5);
    expect(await getGuide.call(looker, { id })).toMatchObject({ code: "first_steps" });
    for (const ctx of [looker, nurse]) {
      expect(await refusal(chapter({}, ctx))).toBe("FORBIDDEN");
      expect(await refusal(updateGuide.call(ctx, { id, name: "x" }))).toBe("FORBIDDEN");
      expect(await refusal(setGuideStatus.call(ctx, { ids: [id], status: "disabled" }))).toBe("FORBIDDEN");
      expect(await refusal(removeGuide.call(ctx, { id }))).toBe("FORBIDDEN");
    }
    expect(await refusal(guideGroups.list.call(nurse, {}))).toBe("FORBIDDEN");
    expect((await stored(id))?.status).toBe("enabled");
  });

  it("are switched several at once, all of them or none", async () => {
    const group = await chapter();
    const ids = [(await topic(group.id)).id, (await topic(group.id)).id];
    expect(await refusal(setGuideStatus.call(editor, { ids: [...ids, 999_999], status: "disabled" }))).toBe(
      "NOT_FOUND ids.2 NOT_FOUND",
    );
    const statusOf = async () =>
      (await db().select().from(guideItem).where(inArray(guideItem.id, ids))).map(({ status }) => status);
    expect(await statusOf()).toEqual(["enabled", "enabled"]);
    await setGuideStatus.call(editor, { ids, status: "disabled" });
    expect(await statusOf()).toEqual(["disabled", "disabled"]);
    expect(await refusal(setGuideStatus.call(editor, { ids: [], status: "disabled" }))).toBe("INVALID ids required");
  });

  it("stand in the order that they are given, and one that moves comes last in its new chapter", async () => {
    const [from, to] = [await chapter(), await chapter()];
    const [a, b, c] = [await topic(from.id), await topic(from.id), await topic(from.id)];
    const other = await topic(to.id);
    await sortGuide.call(editor, { groupId: from.id, ids: [c.id, a.id] });
    expect(await orderOf(from.id)).toEqual([c.id, a.id, b.id]);
    expect(await refusal(sortGuide.call(editor, { groupId: from.id, ids: [other.id] }))).toBe(
      "NOT_FOUND ids.0 NOT_FOUND",
    );
    await updateGuide.call(editor, { id: c.id, groupId: to.id });
    expect(await orderOf(to.id)).toEqual([other.id, c.id]);
    await guideGroups.sort.call(editor, { ids: [to.id, from.id] });
    expect((await guideGroups.list.call(editor, {})).items.slice(0, 2).map(({ id }) => id)).toEqual([to.id, from.id]);
    expect(await trailOf(db(), PLATFORM, "guideGroup", from.id)).toMatchObject([
      {},
      { operation: "guide.sort", newValues: { ids: [c.id, a.id, b.id] } },
    ]);
  });
});

describe("what ships", () => {
  it("stays, but can be switched off and rewritten, and a new start leaves that as it is", async () => {
    const id = await idOf("first_steps");
    expect(await refusal(removeGuide.call(editor, { id }))).toBe("CONFLICT id shippedGuide");
    expect(await refusal(updateGuide.call(editor, { id, code: "other" }))).toBe("CONFLICT code isShipped");
    await updateGuide.call(editor, { id, name: "Read this first" });
    const other = await idOf("colours");
    await setGuideStatus.call(editor, { ids: [other], status: "disabled" });
    await db()
      .update(guideItem)
      .set({ texts: { es: { name: "viejo", content: "" } } })
      .where(eq(guideItem.id, other));
    await db().transaction((tx) => seedGuide(tx as never));
    expect((await stored(id))?.texts["en-US"]?.name).toBe("Read this first");
    // Nobody has written in the other one: it follows the release, and stays switched off.
    expect(await stored(other)).toMatchObject({ status: "disabled", isEdited: false });
    expect((await stored(other))?.texts.es?.name).toBe("Qué significan los colores");
  });

  it("is not taken for changed by saving it as it was", async () => {
    const { id, texts, routes, groupId } = (await stored(await idOf("home"))) as typeof guideItem.$inferSelect;
    await updateGuide.call(editor, { id, texts, routes, groupId } as never);
    expect((await stored(id))?.isEdited).toBe(false);
  });

  it("goes with the release, unless somebody has written in it", async () => {
    const [group] = await db().select().from(guideGroup).orderBy(asc(guideGroup.position)).limit(1);
    const old = { groupId: group?.id as number, texts: { es: { name: "x", content: "" } }, isShipped: true };
    const [gone, kept] = [code(), code()];
    await db()
      .insert(guideItem)
      .values([
        { ...old, code: gone },
        { ...old, code: kept, isEdited: true },
      ]);
    await db().transaction((tx) => seedGuide(tx as never));
    expect(
      await db()
        .select()
        .from(guideItem)
        .where(inArray(guideItem.code, [gone, kept])),
    ).toMatchObject([{ code: kept, isShipped: false }]);
  });
});

describe("readers", () => {
  const rewrite = (wanted: string, texts: Record<string, { name: string; content: string }>) =>
    db()
      .update(guideItem)
      .set({ texts })
      .where(and(eq(guideItem.code, wanted)));

  it("see what concerns the screens that they may open, of what is switched on", async () => {
    const codes = codesOf(await readGuide.call(nurse, {}));
    expect(codes).toEqual(expect.arrayContaining(["first_steps", "home", "exception_records", "profile"]));
    for (const hidden of ["customers", "roles", "ranges"]) expect(codes).not.toContain(hidden);
    expect((await readGuide.call(nurse, { item: "customers" })).topic).toBeNull();
    await setGuideStatus.call(editor, { ids: [await idOf("first_steps")], status: "disabled" });
    expect(codesOf(await readGuide.call(nurse, {}))).not.toContain("first_steps");
    const [group] = await db().select().from(guideGroup).where(eq(guideGroup.code, "exceptions"));
    await guideGroups.update.call(editor, { id: group?.id as number, status: "disabled" });
    expect((await readGuide.call(nurse, { item: "exception_records" })).topic).toBeNull();
  });

  it("get their language, else Chinese, else English, and are told which", async () => {
    const inJapanese = { ...nurse, locale: "ja" };
    const read = async () => {
      const { topic: found } = await readGuide.call(inJapanese, { item: "home" });
      return [found?.language, found?.name];
    };
    expect(await read()).toEqual(["ja", "ホーム"]);
    await rewrite("home", { "zh-CN": { name: "首页", content: "" }, "en-US": { name: "Home", content: "" } });
    expect(await read()).toEqual(["zh-CN", "首页"]);
    await rewrite("home", { "en-US": { name: "Home", content: "" }, es: { name: "Inicio", content: "" } });
    expect(await read()).toEqual(["en-US", "Home"]);
  });

  it.each([
    ["zh-CN", "恢复", "exception_records"],
    ["ja", "ﾎｲｰﾙ", "history"],
    ["es", "camara", "first_steps"],
    ["en-US", "mean KINETIC", "history"],
  ])("find in %s what holds %s", async (locale, q, expected) => {
    const everything = await contextOf({ scopeType: 3 }, PLATFORM);
    expect(codesOf(await readGuide.call({ ...everything, locale }, { q }))).toContain(expected);
    expect(codesOf(await readGuide.call({ ...everything, locale }, { q: `${q} %_zz` }))).toEqual([]);
  });

  it("come from a screen to the topic that explains it", async () => {
    const codeAt = async (path: string) => (await readGuide.call(nurse, { path })).topic?.code;
    expect(await codeAt("/abnormal/dataex")).toBe("exception_records");
    expect(await codeAt("/abnormal/sysAlarm")).toBe("exception_records");
    expect(await codeAt("/sys/customer")).toBeUndefined();
    expect((await readGuide.call(editor, { path: "/sysAlarm" })).topic?.code).toBe("alarm_triggers");
  });
});
