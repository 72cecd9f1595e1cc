import { describe, expect, it } from "vitest";
import { cutMiddle, splitTail } from "./middle";

const widthOf = (text: string) => [...text].length;

describe("splitTail", () => {
  it.each([
    ["Fridge", ["", "Fridge"]],
    ["接种门诊疫苗冰箱3号", ["接种门诊", "疫苗冰箱3号"]],
    ["Pharmacy vaccine fridge 1 east", ["Pharmacy vaccine fridge", " 1 east"]],
    ["Temperature & Humidity", ["Temperature &", " Humidity"]],
    ["Central cold store · A1", ["Central cold store", " · A1"]],
    ["Cold store · a very long name of a probe", ["Cold store · a very long name of a", " probe"]],
  ])("%s", (text, parts) => {
    expect(splitTail(text)).toEqual(parts);
    expect(splitTail(text).join("")).toBe(text);
  });
});

it("keeps what tells two long names apart", () => {
  const names = ["接种门诊疫苗冰箱一层东侧1号", "接种门诊疫苗冰箱一层东侧2号"];
  const cut = names.map((name) => cutMiddle(name, 10, widthOf));
  expect(cut).toEqual(["接种门…一层东侧1号", "接种门…一层东侧2号"]);
  expect(new Set(cut).size).toBe(2);
  for (const text of cut) expect(widthOf(text)).toBeLessThanOrEqual(10);
  expect(cutMiddle("Fridge 3", 10, widthOf)).toBe("Fridge 3");
});
