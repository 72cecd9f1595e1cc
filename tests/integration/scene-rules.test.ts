import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { uploadPlanPicture } from "@/features/scene/floor-plan/operations";
import { PlanPictureInput } from "@/features/scene/floor-plan/schema";
import { createScene, removeScene } from "@/features/scene/scene.operations";
import { SceneInput } from "@/features/scene/scene.schema";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { scenePictureRules, sceneRules, sceneTreeRules } from "../contract/rules/scene";
import { accountContext, makeUser } from "../factories/account";
import { makeJpeg, makePng } from "../factories/picture";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";

let customer: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;

beforeAll(async () => {
  customer = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), customer.id));
});
afterAll(() => db().$client.end({ timeout: 5 }));

const child = async (values = {}) =>
  (await makeScene(db(), { customerId: customer.id, parentId: customer.sceneId }, values)).id;
const refusal = (call: Promise<unknown>) => call.then(() => null, failureOf);

let count = 0;
/** A node that breaks no rule but the one of the field; degrees need a map, and their other half. */
function inputWith(field: string, value: unknown): never {
  count += 1;
  const pair = field === "longitude" ? { latitude: 0 } : field === "latitude" ? { longitude: 0 } : null;
  return { name: "node", code: `N${count}`, ...(pair && { funcType: 2, ...pair }), [field]: value } as never;
}

describe("the rules of a node's fields", () => {
  it.each(sceneRules)("$field: $rule ($line)", async ({ field, passes, fails, rule }) => {
    const parsed = SceneInput.safeParse(inputWith(field, fails));
    expect(parsed.success ? [] : issuesOf(parsed.error)).toMatchObject([{ path: field, rule }]);
    const made = (value: unknown) =>
      createScene.call(admin, { parentId: customer.sceneId, ...(inputWith(field, value) as object) } as never);
    expect(await refusal(made(fails))).toMatchObject({ code: "INVALID", issues: [{ path: field, rule }] });
    expect(await made(passes)).toHaveProperty("id");
  });
});

/** The nodes and actions that the lines about whole nodes speak of. */
const ACTIONS: Record<string, () => Promise<unknown>> = {
  "empty node": async () => removeScene.call(admin, { id: await child() }),
  "range node": () => removeScene.call(admin, { id: customer.sceneId }),
  "node with a node below it": async () => {
    const id = await child();
    await makeScene(db(), { customerId: customer.id, parentId: id });
    return removeScene.call(admin, { id });
  },
  "node with a carrier": async () => {
    const id = await child();
    const { sensor } = await makeFridge(db(), { id: customer.id, sceneId: id });
    await db().update(device).set({ sceneId: null }).where(eq(device.id, sensor.id));
    return removeScene.call(admin, { id });
  },
  "node with a device": async () => {
    const id = await child();
    await makeFridge(db(), customer, { device: { sceneId: id } });
    return removeScene.call(admin, { id });
  },
  "node of an account": async () => {
    const id = await child();
    await makeUser(db(), customer.id, { scopeType: 0, sceneIds: [id] });
    return removeScene.call(admin, { id });
  },
  "child of the range": () => createScene.call(admin, { parentId: customer.sceneId, name: "child", code: "child" }),
  "peer of the range": () => createScene.call(admin, { parentId: null, name: "peer", code: "peer" }),
};

describe("the rules of whole nodes", () => {
  it.each(sceneTreeRules)("$fails: $rule ($line)", async ({ field, passes, fails, rule }) => {
    const told = await refusal((ACTIONS[fails as string] as () => Promise<unknown>)());
    expect(told?.issues).toMatchObject([{ path: field, rule }]);
    expect(await (ACTIONS[passes as string] as () => Promise<unknown>)()).toHaveProperty("id");
  });
});

const FILES: Record<string, () => Uint8Array> = {
  "a PNG picture": () => makePng({ width: 8192, height: 2 }),
  "a JPG picture": () => makeJpeg({ width: 300, height: 200 }),
  "a text": () => Buffer.from("plan"),
  "20 MB and a byte": () => makePng({ padding: 20 * 1024 * 1024 - makePng().length - 12 + 1 }),
};

describe("the rules of a plan's picture", () => {
  it.each(scenePictureRules)("$fails: $rule ($line)", async ({ field, passes, fails, rule }) => {
    const id = await child({ funcType: 1 });
    const [good, bad] = [passes, fails].map((name) => (FILES[name as string] as () => Uint8Array)()) as [
      Uint8Array,
      Uint8Array,
    ];
    const parsed = PlanPictureInput.safeParse({ id, file: bad });
    expect(parsed.success ? [] : issuesOf(parsed.error)).toMatchObject([{ path: field, rule }]);
    expect(await refusal(uploadPlanPicture.call(admin, { id, file: bad }))).toMatchObject({ issues: [{ rule }] });
    expect(await uploadPlanPicture.call(admin, { id, file: good })).toHaveProperty("picture.id");
  });
});
