import type { Issue } from "@/lib/errors";
import type { SceneDto } from "../scene.schema";
import type { PlacedCarrier } from "./schema";

/** Issues of using a node as a floor plan. */
export const planIssues = ({ funcType }: Pick<SceneDto, "funcType">): Issue[] =>
  funcType === 1 ? [] : [{ path: "id", rule: "planOnly", message: "the node is no floor plan" }];

/** One issue per carrier that cannot be placed on the plan, at its index in the input. */
export const unknownIssues = (wanted: readonly number[], placeable: ReadonlySet<number>): Issue[] =>
  wanted.flatMap((carrierId, index) =>
    placeable.has(carrierId)
      ? []
      : [{ path: `items.${index}.carrierId`, rule: "unknown", message: `there is no carrier ${carrierId}` }],
  );

/** Positions for the audit trail: by carrier name, to a thousandth of the image. */
export const shownPlacements = (items: readonly PlacedCarrier[]): string[] =>
  items.map(({ carrierId, name, x, y }) => `${name} (${carrierId}): ${x.toFixed(3)}, ${y.toFixed(3)}`);
