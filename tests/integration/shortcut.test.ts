import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/service/mine/addShortcut/route";
import { db } from "@/db/client";
import { menuResource, userShortcut } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { listShortcutMenu, listShortcuts, saveShortcuts } from "@/features/user/shortcut/operations";
import { MAXIMUM_SHORTCUTS } from "@/features/user/shortcut/schema";
import type { Permission } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, openSessionOf } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let ids: Record<string, number>;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  const rows = await db().select({ id: menuResource.id, code: menuResource.code }).from(menuResource);
  ids = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
});
afterAll(() => db().$client.end({ timeout: 5 }));

const at = (code: string) => ids[code] as number;
const POINTS = "/databoard/monitoringPoint";
const RECORDS = "/abnormal/dataex";
const PERMISSIONS: Permission[] = ["viewMonitorPointRealTime", "viewEx"];

async function somebody(permissions = PERMISSIONS) {
  const user = await makeUser(db(), own.id, { permissions });
  return { user, ctx: await accountContext(db(), user) };
}
const stored = async (userId: number) => {
  const rows = await db()
    .select()
    .from(userShortcut)
    .where(eq(userShortcut.userId, userId))
    .orderBy(asc(userShortcut.position));
  return rows.map(({ menuId }) => menuId);
};
const auditLength = async () => (await auditRows(db(), own.id)).length;

describe("the shortcut bar", () => {
  it("keeps what is chosen in its order, and the trail says what it was", async () => {
    const { user, ctx } = await somebody();
    expect(await listShortcuts.call(ctx, {})).toEqual([]);
    const reply = await saveShortcuts.call(ctx, { ids: [at(RECORDS), at(POINTS)] });
    expect(reply.result).toBe(200);
    expect(await listShortcuts.call(ctx, {})).toEqual([
      { id: at(RECORDS), name: "Exception records", icon: "siren", path: RECORDS, code: RECORDS },
      { id: at(POINTS), name: "Live list", icon: "thermometer", path: POINTS, code: POINTS },
    ]);
    await saveShortcuts.call(ctx, { ids: [at(POINTS)] });
    expect(await stored(user.id)).toEqual([at(POINTS)]);
    expect((await trailOf(db(), own.id, "user", user.id)).at(-1)).toMatchObject({
      operation: "shortcut.save",
      oldValues: { shortcuts: [at(RECORDS), at(POINTS)] },
      newValues: { shortcuts: [at(POINTS)] },
    });
    await saveShortcuts.call(ctx, { ids: [] });
    expect(await stored(user.id)).toEqual([]);
  });

  it("offers the own menu, with a 2 at what is chosen", async () => {
    const { ctx } = await somebody();
    await saveShortcuts.call(ctx, { ids: [at(RECORDS)] });
    const menu = await listShortcutMenu.call(ctx, {});
    expect(menu.map(({ name, sub }) => [name, sub.map(({ path, check }) => [path, check])])).toEqual([
      [
        "Monitoring",
        [
          [POINTS, 0],
          ["/databoard/monitorMap", 0],
        ],
      ],
      ["Organization", [["/arch/alarmRecord", 0]]],
      ["Exceptions", [[RECORDS, 2]]],
    ]);
  });

  it("is one's own", async () => {
    const [mine, theirs] = [await somebody(), await somebody()];
    await saveShortcuts.call(mine.ctx, { ids: [at(RECORDS)] });
    await saveShortcuts.call(theirs.ctx, { ids: [] });
    expect(await listShortcuts.call(theirs.ctx, {})).toEqual([]);
    expect(await stored(mine.user.id)).toEqual([at(RECORDS)]);
  });

  it("leaves out what one may no longer open, and what was switched off", async () => {
    const { user, ctx } = await somebody();
    await saveShortcuts.call(ctx, { ids: [at(RECORDS), at(POINTS)] });
    const permissions = new Set<Permission>(["viewEx"]);
    const principal = { ...ctx.actor.principal, permissions };
    const narrowed: OperationContext = { ...ctx, actor: { type: "user", principal } };
    expect((await listShortcuts.call(narrowed, {})).map(({ path }) => path)).toEqual([RECORDS]);
    const switchTo = (isEnabled: boolean) =>
      db()
        .update(menuResource)
        .set({ isEnabled })
        .where(eq(menuResource.id, at(RECORDS)));
    await switchTo(false);
    expect((await listShortcuts.call(ctx, {})).map(({ path }) => path)).toEqual([POINTS]);
    await switchTo(true);
    expect(await stored(user.id)).toHaveLength(2);
  });

  it.each([
    ["a screen that one may not open", () => [at(POINTS), at("/user/userinfo")], "ids.1", "unknown"],
    ["the resources, which are Root's", () => [at("/sys/resource")], "ids.0", "unknown"],
    ["a group", () => [at("databoard")], "ids.0", "unknown"],
    ["what does not exist", () => [999_999], "ids.0", "unknown"],
    ["no id", () => [0], "ids.0", "too_small"],
    ["more than a bar holds", () => Array.from({ length: MAXIMUM_SHORTCUTS + 1 }, (_, id) => id + 1), "ids", "too_big"],
  ])("refuses %s, and stays as it is", async (_, chosen, path, rule) => {
    const { user, ctx } = await somebody();
    await saveShortcuts.call(ctx, { ids: [at(RECORDS)] });
    const before = [await stored(user.id), await auditLength()];
    const refused = await refusal(saveShortcuts.call(ctx, { ids: chosen() } as never));
    expect(refused).toMatchObject({ code: "INVALID", issues: [{ path, rule }] });
    expect([await stored(user.id), await auditLength()]).toEqual(before);
  });

  it("is for nobody else, and not open before a password that must be changed", async () => {
    const { user } = await somebody();
    const anonymous: OperationContext = { ...systemContext(), actor: { type: "anonymous" } };
    const late = await accountContext(db(), await makeUser(db(), own.id, { mustChangePassword: true }));
    const before = [await stored(user.id), await auditLength()];
    for (const [ctx, code] of [
      [anonymous, "UNAUTHENTICATED"],
      [systemContext(), "UNAUTHENTICATED"],
      [late, "PASSWORD_CHANGE_REQUIRED"],
    ] as const) {
      expect(await refusal(saveShortcuts.call(ctx, { ids: [] }))).toMatchObject({ code });
      expect(await refusal(listShortcuts.call(ctx, {}))).toMatchObject({ code });
      expect(await refusal(listShortcutMenu.call(ctx, {}))).toMatchObject({ code });
    }
    expect([await stored(user.id), await auditLength()]).toEqual(before);
  });

  it("is saved as a bare list as well, and answers with the number 200", async () => {
    const { user } = await somebody();
    const { token } = await openSessionOf(db(), user);
    const post = async (body: unknown) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await POST(new Request("http://localhost/service/mine/addShortcut", init), {
        params: Promise.resolve({}),
      });
      return response.json();
    };
    expect(await post([at(POINTS), at(RECORDS)])).toEqual({ state: { code: 200000, msg: "ok" }, result: 200 });
    expect(await stored(user.id)).toEqual([at(POINTS), at(RECORDS)]);
    expect(await post({ ids: [at(RECORDS)] })).toMatchObject({ result: 200 });
    expect(await post([at("/user/userinfo")])).toMatchObject({ state: { code: 422 }, result: null });
    expect(await stored(user.id)).toEqual([at(RECORDS)]);
  });

  it("of two windows is that of the later one, whole", async () => {
    const { user, ctx } = await somebody();
    await Promise.all([
      saveShortcuts.call(ctx, { ids: [at(POINTS), at(RECORDS)] }),
      saveShortcuts.call(ctx, { ids: [at(RECORDS)] }),
    ]);
    expect([[at(POINTS), at(RECORDS)], [at(RECORDS)]]).toContainEqual(await stored(user.id));
  });
});
