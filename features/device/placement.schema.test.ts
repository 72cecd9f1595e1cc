import { expect, it } from "vitest";
import { issuesOf } from "@/lib/validation/issues";
import { putInput } from "./placement.schema";

const rulesOf = (kind: "sensor" | "gateway" | "base", input: object) => {
  const { error } = putInput(kind).safeParse(input);
  return error ? issuesOf(error).map(({ path, rule }) => `${path} ${rule}`) : [];
};

it.each([
  ["sensor", {}, ["carrierId required"]],
  ["sensor", { carrierId: "" }, ["carrierId required"]],
  ["sensor", { carrierId: "", sensorId: "5" }, ["carrierId required"]],
  ["sensor", { carrierId: "7" }, []],
  ["sensor", { carrierId: "7", at: "2026-11-20T08:00:00Z" }, []],
  ["gateway", { carrierId: null }, ["carrierId required"]],
  ["gateway", { carrierId: 7 }, []],
  ["base", { carrierId: "", sensorId: "" }, ["carrierId bindingTarget"]],
  ["base", { carrierId: "", sensorId: "5" }, []],
  ["base", { carrierId: "7", sensorId: null }, []],
] as const)("a %s put at %j is refused for %j", (kind, input, rules) => {
  expect(rulesOf(kind, input)).toEqual(rules);
});
