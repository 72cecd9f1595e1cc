import { describe, expect, it } from "vitest";
import { chartSpan, isOngoing, waitingTabs, whyEmpty } from "./exception.rules";
import { ExceptionListQuery } from "./exception.schema";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 8);

describe("chartSpan", () => {
  it.each([
    ["a short one gets half an hour on both sides", { startedAt: NOW - 5 * HOUR, endedAt: NOW - 4.9 * HOUR }, 5.5, 4.4],
    ["a long one a quarter", { startedAt: NOW - 20 * HOUR, endedAt: NOW - 12 * HOUR }, 22, 10],
    ["a very long one a day", { startedAt: NOW - 960 * HOUR, endedAt: NOW - 480 * HOUR }, 984, 456],
    ["one that goes on ends now", { startedAt: NOW - 8 * HOUR, endedAt: null }, 10, 0],
    ["one that just ended is not drawn into the future", { startedAt: NOW - HOUR, endedAt: NOW - 0.1 * HOUR }, 1.5, 0],
    [
      "one whose end lies ahead of the clock is drawn to its end",
      { startedAt: NOW - HOUR, endedAt: NOW + HOUR },
      1.5,
      -1,
    ],
    [
      "what is foreseen is drawn ahead of the clock",
      { startedAt: NOW - 0.1 * HOUR, endedAt: null, foreseenUntil: NOW + 0.4 * HOUR },
      0.6,
      -0.483333,
    ],
    [
      "what was foreseen for earlier cuts nothing off",
      { startedAt: NOW - 2 * HOUR, endedAt: null, foreseenUntil: NOW - HOUR },
      2.5,
      0,
    ],
  ])("%s", (_name, span, hoursBefore, hoursAfter) => {
    const { from, to } = chartSpan(span, NOW);
    expect([(NOW - from) / HOUR, (NOW - to) / HOUR].map((hours) => Number(hours.toFixed(6)))).toEqual([
      hoursBefore,
      hoursAfter,
    ]);
  });
});

describe("isOngoing", () => {
  it.each([
    [null, null, true],
    ["2026-11-20T08:00:00Z", null, false],
    [null, "2026-11-20T08:00:00Z", false],
  ])("ended %j, withdrawn %j: %j", (endedAt, withdrawnAt, expected) => {
    expect(isOngoing({ endedAt, withdrawnAt })).toBe(expected);
  });
});

describe("the list query", () => {
  it("shows the newest first, fifteen a page", () => {
    expect(ExceptionListQuery.parse({})).toEqual({
      iDisplayStart: 0,
      iDisplayLength: 15,
      sort: "startedAt",
      dir: "desc",
    });
  });

  it.each([
    [{ from: "2026-11-20 08:00" }],
    [{ sort: "remark" }],
    [{ state: "closed" }],
    [{ carrierId: "0" }],
    [{ unknown: "1" }],
  ])("refuses %j", (query) => {
    expect(ExceptionListQuery.safeParse(query).success).toBe(false);
  });
});

describe("the tabs of what waits", () => {
  const tabs = (criteria: Record<string, string>) =>
    waitingTabs("/list", criteria).map(({ view, href, current }) => `${view} ${href}${current ? " *" : ""}`);

  it("keep the other criteria, and mark the one that is set", () =>
    expect(tabs({ severity: "critical", acknowledged: "no", q: "a b" })).toEqual([
      "all /list?severity=critical&q=a+b",
      "open /list?state=open&severity=critical&q=a+b",
      "unacknowledged /list?acknowledged=no&severity=critical&q=a+b *",
      "unprocessed /list?status=unprocessed&severity=critical&q=a+b",
    ]));

  it("lead to the plain list without criteria", () => expect(tabs({})[0]).toBe("all /list *"));

  it("mark none for what no tab shows", () => {
    expect(tabs({ state: "open", acknowledged: "no" }).filter((tab) => tab.endsWith("*"))).toEqual([]);
    expect(tabs({ state: "cleared" }).filter((tab) => tab.endsWith("*"))).toEqual([]);
  });
});

it.each([
  ["calm", {}],
  ["fresh", { fresh: 3 }],
  ["unmonitored", { isMonitored: false }],
  ["narrowed", { isFiltered: true, fresh: 3 }],
  ["beyond", { total: 20 }],
])("a list without rows is %s with %j", (why, given) => {
  expect(whyEmpty({ total: 0, fresh: 0, isFiltered: false, isMonitored: true, ...given })).toBe(why);
});
