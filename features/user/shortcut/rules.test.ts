import { describe, expect, it } from "vitest";
import type { MenuNode } from "@/features/menu/menu.rules";
import { AppError } from "@/lib/errors";
import { assertChoices, choicesIn, movedTo, shortcutMenuOf, shortcutsOf } from "./rules";
import { MAXIMUM_SHORTCUTS, ShortcutInput } from "./schema";

const entry = (id: number, target: Partial<MenuNode> = {}): MenuNode => ({
  id,
  code: `c${id}`,
  name: `Entry ${id}`,
  icon: "globe",
  path: `/p${id}`,
  url: null,
  children: [],
  ...target,
});
const menu = [
  entry(1, { path: null, children: [entry(11), entry(12, { path: null, url: "https://example.com/" })] }),
  entry(2, { path: null, children: [entry(21)] }),
];

describe("shortcuts", () => {
  it("are chosen among what leads somewhere", () => {
    expect(choicesIn(menu).map(({ id, path }) => [id, path])).toEqual([
      [11, "/p11"],
      [12, "https://example.com/"],
      [21, "/p21"],
    ]);
  });

  it("keep their order, without what one may no longer open", () => {
    expect(shortcutsOf(menu, [21, 99, 11]).map(({ id }) => id)).toEqual([21, 11]);
    expect(shortcutsOf(menu, [11])).toEqual([{ id: 11, code: "c11", name: "Entry 11", icon: "globe", path: "/p11" }]);
  });

  it("are marked with 2 in the menu", () => {
    expect(shortcutMenuOf(menu, [12]).map(({ id, sub }) => [id, sub.map(({ check }) => check)])).toEqual([
      [1, [0, 2]],
      [2, [0]],
    ]);
  });

  it.each([
    ["a group", [11, 1], ["ids.1"]],
    ["one that is not in the menu", [99, 11, 98], ["ids.0", "ids.2"]],
  ])("are refused where there is %s", (_, ids, paths) => {
    const refused = (() => {
      try {
        assertChoices(menu, ids);
      } catch (error) {
        return error as AppError;
      }
    })();
    expect(refused).toBeInstanceOf(AppError);
    expect(refused?.details.issues?.map(({ path }) => path)).toEqual(paths);
    expect(() => assertChoices(menu, [12, 21])).not.toThrow();
  });

  it.each([
    [{ ids: [] }, []],
    [{ ids: ["2", 1, 2] }, [2, 1]],
  ])("are read: %o", (raw, ids) => expect(ShortcutInput.parse(raw)).toEqual({ ids }));

  it.each([
    {},
    { ids: [0] },
    { ids: ["x"] },
    { ids: Array.from({ length: MAXIMUM_SHORTCUTS + 1 }, (_, index) => index + 1) },
    { ids: [1], userId: 2 },
  ])("are refused: %o", (raw) => expect(ShortcutInput.safeParse(raw).success).toBe(false));
});

describe("an order", () => {
  it.each([
    [3, 0, [3, 1, 2]],
    [1, 1, [2, 1, 3]],
    [1, 2, [2, 3, 1]],
    [1, 9, [2, 3, 1]],
    [2, -1, [2, 1, 3]],
    [2, 1, [1, 2, 3]],
  ])("with %i at place %i", (id, place, ids) => expect(movedTo([1, 2, 3], id, place)).toEqual(ids));
});
