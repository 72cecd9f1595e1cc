import type { Issue } from "@/lib/errors";
import type { SceneDto } from "../scene.schema";
import type { PlacedCarrier } from "./schema";

/** What is wrong with using a node as a floor plan. */
export const planIssues = ({ funcType }: Pick<SceneDto, "funcType">): Issue[] =>
  funcType === 1 ? [] : [{ path: "id", rule: "planOnly", message: "the node is no floor plan" }];

/** An issue for every carrier that is not among those that can be put on the plan, at its place in the input. */
export const unknownIssues = (wanted: readonly number[], placeable: ReadonlySet<number>): Issue[] =>
  wanted.flatMap((carrierId, index) =>
    placeable.has(carrierId)
      ? []
      : [{ path: `items.${index}.carrierId`, rule: "unknown", message: `there is no carrier ${carrierId}` }],
  );

/** Places as the audit trail keeps them: by the carrier's name, to a thousandth of the picture. */
export const shownPlacements = (items: readonly PlacedCarrier[]): string[] =>
  items.map(({ carrierId, name, x, y }) => `${name} (${carrierId}): ${x.toFixed(3)}, ${y.toFixed(3)}`);
