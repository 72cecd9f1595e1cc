import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scene, scenePlacement } from "@/db/schema";
import { storeFile } from "@/lib/stored-file/stored-file";
import type { World } from "./world";

/** Rendered from `outpatient-plan.svg`; a floor plan may be a PNG or JPEG. */
const PICTURE = new URL("./outpatient-plan.png", import.meta.url);
const [WIDTH, HEIGHT] = [1600, 1000];

/** The outpatient department of the hospital, with the centre of each fridge in pixels. */
const PLAN = { parent: "GZYH01", code: "GZYH01P", name: "门诊部平面图" };
const PLACES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  接种门诊疫苗冰箱1号: [130, 130],
  接种门诊疫苗冰箱2号: [420, 130],
  接种门诊疫苗冰箱3号: [130, 330],
  西药房阴凉柜: [1470, 130],
  胰岛素冷藏柜: [1470, 320],
  急诊药房冷藏柜: [1470, 870],
};

/** Inserts a floor plan with its picture and the carriers on it. */
export async function insertFloorPlan(tx: Db, { customers, carriers }: World): Promise<void> {
  const owner = customers.find(({ scenes }) => scenes.has(PLAN.parent));
  const parentId = owner?.scenes.get(PLAN.parent);
  if (!owner || parentId === undefined) throw new Error(`no node ${PLAN.parent} for the floor plan`);
  const { code, name } = PLAN;
  const content = readFileSync(PICTURE);
  const planFileId = await storeFile(tx, { customerId: owner.id, kind: "plan", contentType: "image/png", content });
  const siblings = await tx.$count(scene, eq(scene.parentId, parentId));
  const [node] = await tx
    .insert(scene)
    .values({
      customerId: owner.id,
      parentId,
      code,
      name,
      funcType: 1,
      sortOrder: siblings,
      planFileId,
      planWidth: WIDTH,
      planHeight: HEIGHT,
    })
    .returning({ id: scene.id });
  const sceneId = (node as { id: number }).id;
  const placed = carriers.flatMap(({ id: carrierId, plan: { name: carrier } }) => {
    const place = PLACES[carrier];
    return place ? [{ sceneId, carrierId, x: place[0] / WIDTH, y: place[1] / HEIGHT }] : [];
  });
  await tx.insert(scenePlacement).values(placed);
}
