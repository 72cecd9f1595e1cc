import { z } from "zod";
import { SCENE_FUNC_TYPES, type SceneFuncType } from "@/db/enums";
import { isDegrees } from "@/lib/geo/degrees";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, recordId, requiredText, wholeNumber, wordText } from "@/lib/validation/fields";
import type { SceneNodeType } from "./tree.schema";

/** Yes or no, from a query as well. */
export const Flag = z.preprocess(
  (value) => (typeof value === "boolean" ? String(value) : value),
  z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] }),
);

/** `all` asks for the trees of all customers within reach, `customerId` for one of them; otherwise it is the own one. */
export const SceneTreeQuery = z.strictObject({ all: Flag.optional(), customerId: recordId().optional() });

const FuncType = z.coerce.number().pipe(z.literal(SCENE_FUNC_TYPES));

/** Degrees with at most six decimals; none without a value. */
const degrees = (limit: 180 | 90) =>
  z
    .number()
    .nullable()
    .default(null)
    .superRefine((value, context) => {
      if (value !== null && !isDegrees(value, limit))
        context.addIssue({ code: "custom", params: { rule: `degrees${limit}` }, message: `-${limit} to ${limit}` });
    });

const fields = {
  name: requiredText(30),
  code: wordText(50),
  funcType: FuncType.default(0),
  description: optionalMultilineText(250),
  /** Where the map of a map node opens, WGS-84, and how near. */
  longitude: degrees(180),
  latitude: degrees(90),
  zoom: z.number().min(0).max(22).nullable().default(null),
};

/** The centre of a map is a pair, and other nodes have none. */
function mapIssues(
  { funcType, longitude, latitude, zoom }: Pick<SceneInput, "funcType" | "longitude" | "latitude" | "zoom">,
  context: z.RefinementCtx,
) {
  const refuse = (path: string, rule: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  if (longitude === null && latitude !== null) refuse("longitude", "required", "required with a latitude");
  if (latitude === null && longitude !== null) refuse("latitude", "required", "required with a longitude");
  if (funcType === 2) return;
  for (const [path, value] of Object.entries({ longitude, latitude, zoom }))
    if (value !== null) refuse(path, "mapOnly", "only a map node has this");
}

/** A node of the organisation tree, its place aside. */
export const SceneInput = z.strictObject(fields).superRefine(mapIssues);
export type SceneInput = z.output<typeof SceneInput>;

/** The place among siblings, counted from 0; the last without. */
const Position = wholeNumber(0, 100_000).optional();

/** A node and the one that it is to stand below; whose first node it is, where it stands below none. */
export const NewSceneInput = z
  .strictObject({ parentId: recordId().nullable(), customerId: recordId().optional(), position: Position, ...fields })
  .superRefine(mapIssues);
export const SceneChange = z.strictObject({ id: recordId(), ...fields }).superRefine(mapIssues);
export const SceneMove = z.strictObject({ id: recordId(), parentId: recordId().nullable(), position: Position });

/** Criteria of the flat list; `parentId` leaves the direct children of a node. */
export const SceneListQuery = listQuery({
  sort: ["name", "code", "createdAt"],
  filters: { customerId: recordId().optional(), parentId: recordId().optional(), funcType: FuncType.optional() },
});
export type SceneListQuery = z.output<typeof SceneListQuery>;

/** A node of the organisation tree. */
export type SceneDto = {
  id: number;
  customerId: number;
  parentId: number | null;
  code: string;
  name: string;
  funcType: SceneFuncType;
  nodeType: SceneNodeType;
  /** The uppermost node of its customer: neither moved nor deleted, and without peers. */
  isRange: boolean;
  sortOrder: number;
  description: string;
  longitude: number | null;
  latitude: number | null;
  zoom: number | null;
  /** The picture of a floor plan and its size in pixels. */
  picture: { id: string; width: number; height: number } | null;
  createdAt: string;
};

/** Asks for the full name of a node, or of the node that a carrier stands at. */
export const FullSceneQuery = z
  .strictObject({ sceneId: recordId().optional(), carrierId: recordId().optional() })
  .superRefine(({ sceneId, carrierId }, context) => {
    if ((sceneId === undefined) === (carrierId === undefined))
      context.addIssue({
        code: "custom",
        path: ["sceneId"],
        params: { rule: "oneOf" },
        message: "sceneId or carrierId, one of them",
      });
  });

/** A node with the names from the top of what the account sees down to it. */
export type FullSceneDto = { sceneId: number; names: string[]; fullName: string };
