import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { customer, scene } from "@/db/schema";
import { getSceneTree } from "@/features/scene/scene.operations";
import type { SceneTreeNode } from "@/features/scene/tree.schema";
import { failureOf } from "@/lib/http/error-response";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { systemContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let cancelled: Customer;
let floor: number;
let room: number;
let annexe: number;

async function node(customerId: number, code: string, parentId: number | null, sortOrder = 0): Promise<number> {
  const [row] = await db()
    .insert(scene)
    .values({ customerId, code, name: `Name of ${code}`, parentId, sortOrder })
    .returning({ id: scene.id });
  return row?.id as number;
}

beforeAll(async () => {
  own = await makeCustomer(db(), { name: "Own" });
  other = await makeCustomer(db(), { name: "Other" });
  cancelled = await makeCustomer(db(), { name: "Cancelled", status: "cancelled" });
  annexe = await node(own.id, "ANNEXE", null, -1);
  floor = await node(own.id, "FLOOR", own.sceneId);
  room = await node(own.id, "ROOM", floor);
  await node(other.id, "FLOOR", other.sceneId);
});
afterAll(() => db().$client.end({ timeout: 5 }));

const as = async (options: UserOptions & { proxyCustomerId?: number }, of: { id: number } = own) => {
  const { proxyCustomerId, ...values } = options;
  return accountContext(db(), await makeUser(db(), of.id, values), proxyCustomerId ? { proxyCustomerId } : {});
};

/** `Own(ANNEXE House(FLOOR(ROOM)))`: customers by name, nodes by code. */
const drawn = (nodes: readonly SceneTreeNode[]): string =>
  nodes
    .map(({ nodeType, label, code, name, item }) => {
      const text = nodeType === "customer" || nodeType === "all" ? label : name === "House" ? name : code;
      return item.length > 0 ? `${text}(${drawn(item)})` : text;
    })
    .join(" ");

const WHOLE = "Own(ANNEXE House(FLOOR(ROOM)))";
const OTHER = "Other(House(FLOOR))";

describe("the organisation tree", () => {
  it("is for each account what it may see of it", async () => {
    const tree = async (options: Parameters<typeof as>[0], input = {}, of?: { id: number }) =>
      drawn(await getSceneTree.call(await as(options, of), input));
    const both = [own.id, other.id];
    expect(await tree({ scopeType: 1 })).toBe(WHOLE);
    expect(await tree({ scopeType: 1 }, { all: "true" })).toBe(WHOLE);
    expect(await tree({ scopeType: 0, sceneIds: [floor] })).toBe("Own(FLOOR(ROOM))");
    expect(await tree({ scopeType: 0, sceneIds: [room, annexe] }, { all: "1" })).toBe("Own(ANNEXE ROOM)");
    expect(await tree({ scopeType: 0 })).toBe("Own");
    expect(await tree({ scopeType: -1, customerIds: both }, { all: "true" })).toBe("");
    expect(await tree({ scopeType: -1, customerIds: both, proxyCustomerId: other.id }, { all: "true" })).toBe(OTHER);
    expect(await tree({ scopeType: 2, customerIds: both }, { all: "true" })).toBe(`All(${OTHER} ${WHOLE})`);
    expect(await tree({ scopeType: 2, customerIds: [other.id] }, { all: "true" })).toBe(`All(${OTHER})`);
    const everything = await tree({ scopeType: 3 }, { all: "true" });
    expect(everything).toMatch(/^All\(/);
    expect(everything).toContain(WHOLE);
    expect(everything).toContain(OTHER);
    expect(everything).not.toContain("Cancelled");
    expect(await tree({ scopeType: 3 }, { all: "false" })).toBe(WHOLE);
  });

  it("is the one of the customer that is named, or does not exist", async () => {
    const tree = async (options: Parameters<typeof as>[0], customerId: number) =>
      getSceneTree.call(await as(options), { customerId, all: "true" }).then(drawn, (error) => failureOf(error).code);
    expect(await tree({ scopeType: 3 }, other.id)).toBe(OTHER);
    expect(await tree({ scopeType: 3 }, cancelled.id)).toBe("Cancelled(House)");
    expect(await tree({ scopeType: 3 }, 999_999)).toBe("NOT_FOUND");
    expect(await tree({ scopeType: 2, customerIds: [other.id] }, own.id)).toBe("NOT_FOUND");
    expect(await tree({ scopeType: 1 }, own.id)).toBe(WHOLE);
    expect(await tree({ scopeType: 1 }, other.id)).toBe("NOT_FOUND");
    expect(await tree({ scopeType: 0, sceneIds: [floor] }, own.id)).toBe("Own(FLOOR(ROOM))");
    expect(await tree({ scopeType: -1, customerIds: [own.id, other.id], proxyCustomerId: own.id }, other.id)).toBe(
      "NOT_FOUND",
    );
  });

  it("calls the line above all customers by the language", async () => {
    const ctx = await as({ scopeType: 3 });
    const labels = await Promise.all(
      ["zh-CN", "en-US", "es", "ja", "xx"].map(
        async (locale) => (await getSceneTree.call({ ...ctx, locale }, { all: true }))[0]?.label,
      ),
    );
    expect(labels).toEqual(["全部", "All", "Todo", "すべて", "全部"]);
  });

  it("is for nobody who is not signed in, and takes no other question", async () => {
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    await expect(getSceneTree.call(anonymous, {})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const ctx = await as({ scopeType: 1 });
    for (const input of [{ all: "x" }, { customerId: "-1" }, { sceneId: 1 }])
      expect(await getSceneTree.call(ctx, input as never).catch((error) => failureOf(error).code)).toBe("INVALID");
  });

  it("of ten thousand nodes takes well under a second", async () => {
    const [big] = await db().insert(customer).values({ code: "BIG", name: "Big" }).returning({ id: customer.id });
    const id = big?.id as number;
    await db().$client`insert into scene (customer_id, code, name)
      select ${id}, 'B' || n, 'Building ' || n from generate_series(1, 100) n`;
    await db().$client`insert into scene (customer_id, parent_id, code, name)
      select ${id}, s.id, s.code || 'R' || n, 'Room ' || n
        from scene s, generate_series(1, 99) n where s.customer_id = ${id} and s.parent_id is null`;
    const ctx = await as({ scopeType: 3 });
    await getSceneTree.call(ctx, { customerId: own.id });
    const started = performance.now();
    const [tree] = await getSceneTree.call(ctx, { customerId: id });
    const spent = performance.now() - started;
    expect(tree?.item).toHaveLength(100);
    expect(tree?.item.every((building) => building.item.length === 99)).toBe(true);
    expect(spent).toBeLessThan(5000);
  });
});
