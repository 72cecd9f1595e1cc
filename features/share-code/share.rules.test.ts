import { describe, expect, it } from "vitest";
import { failureOf } from "@/lib/http/error-response";
import { assertTimes, isGuarded, isPresent, nameOf, pixelsOf, sharePath, stateOf, visitMs } from "./share.rules";
import { ShareInput } from "./share.schema";

const NOW = new Date("2026-11-20T08:00:00Z");
const now = NOW.getTime();
const HOUR = 3_600_000;
const life = {
  ...{ carrierId: 1, deviceId: null, sceneId: null, revokedAt: null, useLimit: null, useCount: 0 },
  expiresAt: new Date(now + HOUR),
};

describe("what becomes of a code", () => {
  it.each([
    ["active", {}],
    ["active", { expiresAt: null }],
    ["active", { useLimit: 2, useCount: 1 }],
    ["expired", { expiresAt: NOW }],
    ["usedUp", { useLimit: 2, useCount: 2 }],
    ["expired", { expiresAt: NOW, useLimit: 2, useCount: 2 }],
    ["gone", { carrierId: null }],
    ["active", { carrierId: null, sceneId: 3 }],
    ["revoked", { revokedAt: NOW, carrierId: null, expiresAt: NOW }],
  ])("%s: %j", (state, change) => expect(stateOf({ ...life, ...change }, NOW)).toBe(state));
});

it("asks for an opening where there is a PIN or a limit", () => {
  expect(isGuarded({ pinHash: null, useLimit: null })).toBe(false);
  expect(isGuarded({ pinHash: "x", useLimit: null })).toBe(true);
  expect(isGuarded({ pinHash: null, useLimit: 1 })).toBe(true);
  expect(visitMs("live")).toBeGreaterThan(visitMs("page"));
});

it("leads to a page without a language, which the browser chooses", () => {
  expect(sharePath("a-b_c", false)).toBe("/queryCode?key=a-b_c");
  expect(sharePath("a&b", true)).toBe("/kiosk?key=a%26b");
});

it.each([
  ["", "Fridge 1", 1, "Fridge 1"],
  ["Vaccines", "Fridge 1", 1, "Vaccines"],
  ["Vaccines", "Fridge 1", 2, "Vaccines · Fridge 1"],
])("names a code %j for %s among %d: %s", (given, subject, count, name) =>
  expect(nameOf(given, subject, count)).toBe(name),
);

it.each([
  ["page", null, true],
  ["page", now + 1, true],
  ["page", now, false],
  ["live", null, true],
] as const)("a %s until %s speaks of the present: %s", (kind, to, is) => expect(isPresent({ kind, to }, now)).toBe(is));

it.each([
  [now + HOUR, now, []],
  [now + 366 * 24 * HOUR, null, []],
  [null, null, []],
  [now + HOUR - 61_000, now, ["expiresAt expiryTooSoon"]],
  [now + 366 * 24 * HOUR + 61_000, now, ["expiresAt expiryTooLate"]],
  [now + HOUR, now + 1, ["from past"]],
])("an end at %s and a begin at %s: %j", (expiresAt, from, issues) => {
  let told: string[] = [];
  try {
    assertTimes({ expiresAt, from }, NOW);
  } catch (error) {
    told = (failureOf(error).issues ?? []).map(({ path, rule }) => `${path} ${rule}`);
  }
  expect(told).toEqual(issues);
});

describe("the input", () => {
  const page = { kind: "page", carrierIds: [1], from: now - HOUR, fields: ["value"], expiresAt: now + HOUR };
  const live = { ...page, kind: "live", from: null };
  const wall = { kind: "kiosk", sceneIds: [1] };
  it.each([
    ["a page", page, []],
    ["a live page", live, []],
    ["a wall", wall, []],
    ["a live board", { kind: "live", sceneIds: [1], expiresAt: now + HOUR }, []],
    ["a page with everything", { ...page, to: now, pin: "0123", useLimit: 3, deviceIds: [2] }, []],
    ["nothing", { ...page, carrierIds: [] }, ["subjects required"]],
    ["a board as a page", { ...page, sceneIds: [1], fields: [] }, ["sceneIds shareBoard"]],
    ["a carrier on a wall", { ...wall, carrierIds: [1] }, ["subjects shareKiosk"]],
    ["no begin", { ...page, from: null }, ["from required"]],
    ["a period of a live page", { ...live, to: now }, ["from sharePeriod"]],
    ["an end before the begin", { ...page, to: now - 2 * HOUR }, ["to endBeforeStart"]],
    ["more than a year", { ...page, from: 0, to: now }, ["to shareLength"]],
    ["no field", { ...page, fields: [] }, ["fields required"]],
    ["an unknown field", { ...page, fields: ["secret"] }, ["fields.0 invalid_value"]],
    ["figures of a live page", { ...live, fields: ["figures"] }, ["fields shareField"]],
    ["fields of a wall", { ...wall, fields: ["value"] }, ["fields shareField"]],
    ["a short PIN", { ...page, pin: "123" }, ["pin pin"]],
    ["letters as a PIN", { ...page, pin: "abcd" }, ["pin pin"]],
    ["a PIN on a wall", { ...wall, pin: "1234" }, ["pin shareGuard"]],
    ["a limit on a wall", { ...wall, useLimit: 3 }, ["useLimit shareGuard"]],
    ["no use at all", { ...page, useLimit: 0 }, ["useLimit too_small"]],
    ["no end", { ...page, expiresAt: null }, ["expiresAt required"]],
    ["another field", { ...page, code: "mine" }, [" unrecognized_keys"]],
  ])("%s: %j", (_, input, issues) => {
    const parsed = ShareInput.safeParse(input);
    const told = parsed.success
      ? []
      : (failureOf(parsed.error).issues ?? []).map(({ path, rule }) => `${path} ${rule}`);
    expect(told).toEqual(issues);
  });
});

describe("the pixels of a drawing", () => {
  const WIDTH = 326;
  it.each([
    ["a week that goes on", 0, 10_000],
    ["the last day, which moves", 10_000, 10_000],
  ])("%s is drawn alike ten seconds later", (_, beginMoves, endMoves) => {
    const week = { from: now - 7 * 24 * HOUR, to: now };
    const later = { from: week.from + beginMoves, to: week.to + endMoves };
    const [first, second] = [pixelsOf(week, WIDTH), pixelsOf(later, WIDTH)];
    expect([second(later.from), second(later.to)]).toEqual([first(week.from), first(week.to)]);
  });

  it.each([WIDTH, WIDTH * 1000, WIDTH * 123_457, WIDTH * 98_765_432])("are off by less than one in %d ms", (span) => {
    const toPixel = pixelsOf({ from: now - span, to: now }, WIDTH);
    for (const at of [now - span, now - span / 3, now])
      expect(Math.abs(toPixel(at) - at)).toBeLessThanOrEqual(span / WIDTH / 2);
  });
});
