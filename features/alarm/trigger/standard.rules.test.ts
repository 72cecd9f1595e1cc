import { expect, it } from "vitest";
import { standardConditions } from "./standard.rules";

it("watches each measure once, by the carrier's range and for silence", () => {
  expect(standardConditions(["temperature", "humidity", "temperature"], 300)).toEqual([
    { kind: "range", measure: "temperature", delaySeconds: 300, delayMode: "ignore-delay", deadBand: 0.5 },
    { kind: "no-data", measure: "temperature", delaySeconds: 0, delayMode: "normal-delay", deadBand: 0 },
    { kind: "range", measure: "humidity", delaySeconds: 300, delayMode: "ignore-delay", deadBand: 2 },
    { kind: "no-data", measure: "humidity", delaySeconds: 0, delayMode: "normal-delay", deadBand: 0 },
  ]);
});
