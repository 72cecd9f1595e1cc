import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { loadMenu } from "@/features/menu/operations";
import type { MenuNode } from "@/features/menu/rules";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let customer: Customer;
let root: OperationContext;

const contextOf = async (options: UserOptions, customerId = customer.id) =>
  accountContext(db(), await makeUser(db(), customerId, options));

beforeAll(async () => {
  customer = await makeCustomer(db());
  root = await accountContext(db(), { id: 1 });
});
afterAll(() => db().$client.end({ timeout: 5 }));

const flat = (menu: MenuNode[]) => menu.flatMap(({ code, children }) => [code, ...children.map((child) => child.code)]);
const menuOf = async (ctx: OperationContext) => flat(await loadMenu.call(ctx, {}));

describe("somebody's menu", () => {
  it("holds the screens of his permissions, named in his language", async () => {
    const ctx = await contextOf({ permissions: ["viewEx", "viewContacts"] });
    const menu = await loadMenu.call({ ...ctx, locale: "zh-CN" }, {});
    expect(menu).toMatchObject([
      {
        code: "abnormal",
        name: "异常管理",
        icon: "siren",
        path: null,
        url: null,
        children: [{ code: "/abnormal/dataex", path: "/abnormal/dataex", url: null, children: [] }],
      },
      { code: "arch", children: [{ code: "/arch/contacts", icon: "contact" }] },
    ]);
    expect((await loadMenu.call(ctx, {}))[0]?.children[0]?.name).toBe("Exception records");
  });

  it("holds the resources for Root alone", async () => {
    expect(await menuOf(root)).toContain("/sys/resource");
    for (const options of [{ scopeType: 3 }, { scopeType: 2 }, { scopeType: 1 }] as const)
      expect(await menuOf(await contextOf(options, 1))).not.toContain("/sys/resource");
  });
});
