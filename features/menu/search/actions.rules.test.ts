import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import { LOCALES } from "@/lib/i18n/routing";
import { SCREENS } from "@/lib/page/screens";
import { ACTIONS, actionsFor } from "./actions.rules";

const keysFor = (...codes: Permission[]) => actionsFor(new Set(codes)).map(({ key }) => key);

describe("actions", () => {
  it("need their own permission and that of their screen", () => {
    expect(keysFor("viewSensor", "newSensor", "viewReport", "newSilence" as Permission)).toEqual([
      "sensor",
      "password",
    ]);
    expect(keysFor("newSensor")).toEqual(["password"]);
  });

  it("are none for a system by its key", () => {
    expect(actionsFor(null)).toEqual([]);
  });

  it("have a key and an address of their own", () => {
    for (const of of [({ key }) => key, ({ screen, query }) => `${screen}?${query}`] as ((
      one: (typeof ACTIONS)[number],
    ) => string)[])
      expect(new Set(ACTIONS.map(of)).size).toBe(ACTIONS.length);
  });
});

describe.each(LOCALES)("the texts of %s", (locale) => {
  it("name every action, and synonyms of screens and of creating alone", async () => {
    const { default: texts } = await import(`../../../messages/${locale}/palette.json`);
    expect(Object.keys(texts.action).sort()).toEqual(ACTIONS.map(({ key }) => key).sort());
    const known = new Set<string>([...SCREENS.map(({ title }) => title), "create"]);
    expect(Object.keys(texts.synonym).filter((key) => !known.has(key))).toEqual([]);
  });
});
