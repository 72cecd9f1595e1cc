import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { probeState, scene } from "@/db/schema";
import { readWall } from "@/features/carrier/overview/operations";
import { MAXIMUM_PLACES, verdictOf } from "@/features/carrier/overview/rules";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";

type Owner = { id: number; sceneId: number };

const NOW = new Date("2026-11-20T08:00:00.000Z");
let own: Owner;
let other: Owner;
let east: Owner;
let west: Owner;
let ward: Owner;
let admin: OperationContext;
let nurse: OperationContext;
let stranger: OperationContext;
let platform: OperationContext;

const as = async (customerId: number, options = {}) =>
  accountContext(db(), await makeUser(db(), customerId, options), { now: NOW });

async function below(owner: Owner, name: string): Promise<Owner> {
  const values = { customerId: owner.id, parentId: owner.sceneId, code: name, name };
  const [row] = await db().insert(scene).values(values).returning();
  return { id: owner.id, sceneId: row?.id ?? 0 };
}

/** A fridge for 2 to 8 °C that last said `celsius`, so many minutes ago. */
async function fridge(owner: Owner, name: string, celsius: number, minutes = 1) {
  const made = await makeFridge(db(), owner, { measures: ["temperature"], carrier: { name } });
  await db()
    .update(probeState)
    .set({ lastAt: new Date(NOW.getTime() - minutes * 60_000), lastValue: celsius })
    .where(eq(probeState.probeId, made.probes.temperature ?? 0));
}

beforeAll(async () => {
  own = await makeCustomer(db(), { name: "Hospital" });
  other = await makeCustomer(db(), { name: "Clinic" });
  east = await below(own, "East");
  ward = await below(east, "Ward");
  west = await below(own, "West");
  await below(own, "Empty");
  await fridge(ward, "too warm", 9);
  await fridge(east, "fine", 5);
  await fridge(west, "silent", 5, 600);
  await fridge(other, "of another", 20);
  [admin, nurse, stranger, platform] = await Promise.all([
    as(own.id),
    as(own.id, { scopeType: 0, sceneIds: [west.sceneId] }),
    as(other.id),
    as(own.id, { scopeType: 3 }),
  ]);
});
afterAll(() => db().$client.end({ timeout: 5 }));

const look = (ctx: OperationContext, query: Record<string, unknown> = {}) => readWall.call(ctx, query as never);
const short = ({ name, total, abnormal, offline }: Awaited<ReturnType<typeof look>>["places"][number]) =>
  [name, total, abnormal, offline] as const;

describe("the wall", () => {
  it("shows everything with the worst first, and its places with what stands below them", async () => {
    const wall = await look(admin);
    expect(wall.at).toBe(NOW.getTime());
    expect(wall.all.worst?.name).toBe("too warm");
    expect(wall.focus.items.map(({ name }) => name)).toEqual(["too warm", "silent", "fine"]);
    expect(verdictOf(wall.focus.summary)).toBe("abnormal");
    expect(wall.places.map(short)).toEqual([
      ["East", 2, 1, 0],
      ["Empty", 0, 0, 0],
      ["West", 1, 0, 1],
    ]);
  });

  it("has the open exceptions of a carrier with who acknowledged each", async () => {
    const mine = await makeCustomer(db());
    const made = await makeFridge(db(), mine, { measures: ["temperature"], carrier: { name: "shut" } });
    const reader = await as(mine.id);
    const exceptions = async () =>
      (await look(reader)).focus.items.flatMap((item) =>
        item.exceptions.map(({ kind, acknowledgedBy }) => [kind, acknowledgedBy]),
      );
    expect(await exceptions()).toEqual([]);
    const nurseOnDuty = await makeUser(db(), mine.id, { name: "Li Na" });
    await makeException(db(), made, { kind: "no-data", acknowledgedAt: NOW, acknowledgedBy: nurseOnDuty.id });
    await makeException(db(), made, { kind: "trend", acknowledgedAt: NOW, acknowledgedByContact: "Dr. Wang" });
    await makeException(db(), made, { kind: "cumulative" });
    await makeException(db(), made, { kind: "range", endedAt: NOW });
    expect(await exceptions()).toEqual([
      ["no-data", "Li Na"],
      ["trend", "Dr. Wang"],
      ["cumulative", null],
    ]);
  });

  it("turns to a place and keeps saying what is worst anywhere", async () => {
    const wall = await look(admin, { focus: west.sceneId });
    expect(wall.focus).toMatchObject({ place: west.sceneId, summary: { total: 1, offline: 1 } });
    expect(wall.focus.items.map(({ name }) => name)).toEqual(["silent"]);
    expect(wall.all).toMatchObject({ worst: { name: "too warm" }, summary: { total: 3 } });
  });

  it("stands for one node alone, with the nodes below it as its places", async () => {
    const wall = await look(admin, { sceneId: east.sceneId });
    expect(wall.all).toMatchObject({ name: "East", summary: { total: 2 } });
    expect(wall.places.map(short)).toEqual([["Ward", 1, 1, 0]]);
  });

  it("turns to no place but its own", async () => {
    expect((await look(admin, { sceneId: east.sceneId, focus: west.sceneId })).focus.place).toBe(null);
  });

  it("shows an account bound to nodes those alone, and nobody another customer's", async () => {
    const wall = await look(nurse);
    expect(wall.all).toMatchObject({ name: "West", summary: { total: 1 } });
    await expect(look(nurse, { sceneId: east.sceneId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(look(stranger, { sceneId: own.sceneId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await look(stranger)).focus.items.map(({ name }) => name)).toEqual(["of another"]);
  });

  it("has customers for places where there are several, and says how many places it leaves out", async () => {
    const ids = (await look(platform)).places.map(({ key }) => key);
    expect(ids).toEqual(expect.arrayContaining([own.sceneId, other.sceneId]));
    for (let index = 0; index < MAXIMUM_PLACES; index += 1) await below(west, `Room ${index}`);
    const wall = await look(admin, { sceneId: west.sceneId });
    expect([wall.places.length, wall.morePlaces]).toEqual([MAXIMUM_PLACES, 0]);
    await below(west, "Room too many");
    expect((await look(admin, { sceneId: west.sceneId })).morePlaces).toBe(1);
  });

  it("needs its permission", async () => {
    const blind = await as(own.id, { permissions: ["viewMonitorPointRealTime"] });
    await expect(look(blind)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
