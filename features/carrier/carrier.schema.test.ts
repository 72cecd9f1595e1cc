import { describe, expect, it } from "vitest";
import { issuesOf } from "@/lib/validation/issues";
import { CarrierInput } from "./carrier.schema";

const issues = (values: object) => {
  const { error } = CarrierInput.safeParse({ type: "refrigerator", name: "Fridge 1", sceneId: 1, ...values });
  return error ? issuesOf(error).map(({ path, rule }) => [path, rule]) : [];
};

describe("CarrierInput", () => {
  it.each(["", null, undefined, 0])("asks for a node where %j was chosen", (sceneId) => {
    expect(issues({ sceneId })).toEqual([["sceneId", "required"]]);
  });

  it.each([-1, 1.5, "x", true])("takes no %j for a node", (sceneId) => {
    expect(issues({ sceneId })).toMatchObject([["sceneId", expect.any(String)]]);
  });

  it("tells all mistakes of a form at once, of one field and of several", () => {
    const told = issues({ name: "", sceneId: "", longitude: 113, attributes: { volumeLitres: 0 } });
    expect(told.toSorted()).toEqual([
      ["attributes.volumeLitres", "too_small"],
      ["latitude", "positionPair"],
      ["name", "required"],
      ["sceneId", "required"],
    ]);
  });
});
