import { describe, expect, it } from "vitest";
import { findScreens, withRecent } from "./rules";

const screen = (title: string, english: string, section = "", terms = "") => ({ title, section, english, terms });
const SCREENS = [
  screen("异常记录", "Exception records", "异常管理", "超温 alarm yichangjilu ycjl"),
  screen("记录异常规则", "Invalid-data rules", "异常管理"),
  screen("Contactos de puerta", "Door magnets", "Dispositivos"),
  screen("Vehículos", "Vehicles", "Puntos"),
  screen("センサー", "Sensors", "機器"),
];
const found = (q: string) => findScreens(SCREENS, q).map(({ english }) => english);

describe("pages by their titles", () => {
  it.each([
    ["the language of the interface", "异常记", ["Exception records"]],
    ["English, whatever the language", "sens", ["Sensors"]],
    ["a word in the middle", "magn", ["Door magnets"]],
    ["letters without their accents, and in any case", "VEHICULO", ["Vehicles"]],
    ["letters of another width", "ｄｏｏｒ", ["Door magnets"]],
    ["several words, in any order", "rec exc", ["Exception records"]],
    ["what they are also called", "alarm", ["Exception records"]],
    ["the Pinyin of their title", "yichang", ["Exception records"]],
    ["the initials of their title", "ycjl", ["Exception records"]],
    ["the section, after the titles", "异常", ["Exception records", "Invalid-data rules"]],
    ["nothing that fits", "zzz", []],
    ["nothing at all", "  ", []],
  ])("are found by %s", (_, q, expected) => {
    expect(found(q)).toEqual(expected);
  });

  it.each([
    ["a letter less", "exeption", ["Exception records"]],
    ["another letter", "refrigirator", ["Refrigerators"]],
    ["a letter more, beside another word", "rules invallid", ["Invalid-data rules"]],
    ["two letters exchanged, not yet typed to the end", "recrod", ["Exception records"]],
    ["two wrong letters", "refrigiretor", []],
    ["a short word", "dorr", []],
    ["another letter, where a name is exactly so", "vehic", ["Vehicles"]],
  ])("are found in spite of %s", (_, q, expected) => {
    const screens = [...SCREENS, screen("冰箱", "Refrigerators"), screen("其他", "Vexicles")];
    expect(findScreens(screens, q).map(({ english }) => english)).toEqual(expected);
  });

  it("come with what begins so first", () => {
    const screens = [screen("b", "Long records"), screen("a", "Records")];
    expect(findScreens(screens, "rec").map(({ title }) => title)).toEqual(["a", "b"]);
  });

  it("come before pages that are also called so, and those before pages of such a section", () => {
    const screens = [screen("c", "Sites", "Records"), screen("b", "Log", "", "records"), screen("a", "Records")];
    expect(findScreens(screens, "records").map(({ title }) => title)).toEqual(["a", "b", "c"]);
  });
});

it("keeps what was opened once each, the newest first, and no more than it may", () => {
  const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);
  const recent = [{ key: "a" }, { key: "b" }, { key: "c" }];
  expect(keys(withRecent(recent, { key: "b" }, 3))).toEqual(["b", "a", "c"]);
  expect(keys(withRecent(recent, { key: "d" }, 3))).toEqual(["d", "a", "b"]);
});
