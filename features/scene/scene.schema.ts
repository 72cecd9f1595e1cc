import { z } from "zod";
import { SCENE_FUNC_TYPES, type SceneFuncType } from "@/db/enums";
import { isDegrees } from "@/lib/geo/degrees";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { optionalMultilineText, recordId, requiredText, wholeNumber, wordText } from "@/lib/validation/fields";
import type { SceneNodeType } from "./tree.schema";

/** A boolean, also from a query string. */
export const Flag = z.preprocess(
  (value) => (typeof value === "boolean" ? String(value) : value),
  z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] }),
);

/** `all` returns the trees of all customers in the scope, `customerId` one; the default is the account's own. */
export const SceneTreeQuery = z.strictObject({ all: Flag.optional(), customerId: recordId().optional() });

const FuncType = z.coerce.number().pipe(z.literal(SCENE_FUNC_TYPES));

/** Degrees with at most six decimals; optional. */
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
  /** Centre of a map node's view, WGS-84, and its zoom. */
  longitude: degrees(180),
  latitude: degrees(90),
  zoom: z.number().min(0).max(22).nullable().default(null),
};

/** A map centre requires both coordinates, and only map nodes have one. */
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

/** A node of the organisation tree, without its location in the tree. */
export const SceneInput = z.strictObject(fields).superRefine(mapIssues);
export type SceneInput = z.output<typeof SceneInput>;

/** Zero-based index among siblings; last if omitted. */
const Position = wholeNumber(0, 100_000).optional();

/** A node and its parent; the range node has no parent and names its customer instead. */
export const NewSceneInput = z
  .strictObject({ parentId: recordId().nullable(), customerId: recordId().optional(), position: Position, ...fields })
  .superRefine(mapIssues);
export const SceneChange = z.strictObject({ ...VersionedId.shape, ...fields }).superRefine(mapIssues);
export const SceneMove = z.strictObject({ id: recordId(), parentId: recordId().nullable(), position: Position });

/** Criteria of the flat list; `parentId` selects the direct children of a node. */
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
  /** The topmost node of its customer: it cannot be moved or deleted, and has no siblings. */
  isRange: boolean;
  sortOrder: number;
  description: string;
  longitude: number | null;
  latitude: number | null;
  zoom: number | null;
  /** The image of a floor plan and its size in pixels. */
  picture: { id: string; width: number; height: number } | null;
  createdAt: string;
  version: number;
};

/** Selects a node, or the node of a carrier. */
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

/** A node with the names down to it, from the top of what is visible to the account. */
export type FullSceneDto = { sceneId: number; names: string[]; fullName: string };
