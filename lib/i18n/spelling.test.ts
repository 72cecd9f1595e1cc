import { expect, it } from "vitest";
import { spellingsOf } from "./spelling";

it.each([
  ["接种门诊疫苗冰箱3", ["jiezhongmenzhenyimiaobingxiang3", "jzmzymbx3"]],
  ["2号库 B-12", ["2haokub-12", "2hkb-12"]],
  // The reading follows the word.
  ["重庆银行", ["chongqingyinhang", "cqyh"]],
  ["绿色安全 an", ["lvseanquanan", "lsaqan"]],
  ["Fridge 3", []],
  ["", []],
])("spells %s", (text, expected) => {
  expect(spellingsOf(text)).toEqual(expected);
});
