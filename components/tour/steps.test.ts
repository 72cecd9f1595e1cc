import { expect, it } from "vitest";
import { stepsFrom } from "./steps";

const step = (path: string, selector: string) => ({ path, selector });
const steps = [step("/home", "a"), step("/home", "b"), step("/count", "c")];

it("leaves out what the first page does not show, and counts the steps of other pages from the start", () => {
  expect(stepsFrom(steps, "/home", (selector) => selector !== "b").map(({ selector }) => selector)).toEqual(["a", "c"]);
  expect(stepsFrom(steps, "/home", () => false).map(({ selector }) => selector)).toEqual(["c"]);
  expect(stepsFrom(steps, "/home", () => true)).toEqual(steps);
});
