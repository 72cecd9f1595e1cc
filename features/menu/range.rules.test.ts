import { describe, expect, it } from "vitest";
import { narrowedAddress, readChoice } from "./range.rules";

describe("the address of a narrowed page", () => {
  it.each([
    ["gets the node", "/device/sensor", "", 7, "/device/sensor?sceneId=7"],
    [
      "keeps its search and starts anew",
      "/device/sensor",
      "q=a&iDisplayStart=50&sceneId=3",
      7,
      "/device/sensor?q=a&sceneId=7",
    ],
    ["loses the node", "/device/sensor", "sceneId=7", null, "/device/sensor"],
    ["stays where it holds already", "/device/sensor", "sceneId=7", 7, undefined],
    ["stays without a node", "/device/sensor", "q=a", null, undefined],
    ["stays where no node narrows it", "/sys/paramsetup", "", 7, undefined],
  ])("%s", (_, path, query, sceneId, expected) => {
    expect(narrowedAddress(path, new URLSearchParams(query), sceneId)).toBe(expected);
  });
});

it.each([
  [null, false, null],
  ["{", false, null],
  ["null", false, null],
  ['{"isOpen":"yes","sceneId":"7"}', false, null],
  ['{"isOpen":true,"sceneId":-1}', true, null],
  ['{"isOpen":true,"sceneId":7}', true, 7],
])("reads %s as far as it makes sense", (stored, isOpen, sceneId) => {
  expect(readChoice(stored)).toEqual({ isOpen, sceneId });
});
