import { describe, expect, it } from "vitest";
import { boundTo, namedCarriers, planIssues, refusedAt, strangerAmong, windowIssues } from "./trigger.rules";
import { AlarmTriggerInput } from "./trigger.schema";

const row = (afterMinutes: number, fields: object = {}) => ({
  afterMinutes,
  contactGroupId: 1 as number | null,
  channels: ["email"],
  isOnDuty: false,
  usesContactTiming: false,
  ...fields,
});
const told = (rows: ReturnType<typeof row>[]) => planIssues(rows).map(({ path, rule }) => `${path.join(".")} ${rule}`);

describe("the rows of a plan", () => {
  it("are more than thirty minutes apart, in whatever order they stand", () => {
    expect(told([row(0), row(31), row(62)])).toEqual([]);
    expect(told([row(0), row(30)])).toEqual(["1.afterMinutes rowsApart"]);
    expect(told([row(60), row(0), row(31)])).toEqual(["2.afterMinutes rowsApart"]);
    expect(told([row(0), row(0)])).toEqual(["1.afterMinutes rowsApart"]);
  });

  it("name the group of who is on duty, and leave the timing of contacts alone there", () => {
    expect(told([row(0, { isOnDuty: true })])).toEqual([]);
    expect(told([row(0, { isOnDuty: true, contactGroupId: null, channels: ["popup"] })])).toEqual([
      "0.contactGroupId required",
    ]);
    expect(told([row(0, { isOnDuty: true, usesContactTiming: true })])).toEqual(["0.usesContactTiming dutyTiming"]);
  });

  it("name a group unless a pop-up is all", () => {
    expect(told([row(0, { contactGroupId: null, channels: ["popup"] })])).toEqual([]);
    expect(told([row(0, { contactGroupId: null, channels: ["popup", "sms"] })])).toEqual(["0.contactGroupId required"]);
  });

  it("keep the ids that they have", () => {
    const issues = (...ids: (number | undefined)[]) =>
      strangerAmong(
        [{ id: 1 }, { id: 2 }],
        ids.map((id) => ({ id })),
      ).map(({ path }) => path.join("."));
    expect(issues(2, undefined, 1)).toEqual([]);
    expect(issues(1, 3)).toEqual(["1.id"]);
    expect(issues(1, 1)).toEqual(["1.id"]);
  });
});

it("has no window of the calendar twice", () => {
  const night = { from: "22:00", to: "06:00" };
  expect(windowIssues([night, { from: "22:00", to: "07:00" }])).toEqual([]);
  expect(windowIssues([night, night])).toMatchObject([{ path: [1, "from"], rule: "repeated" }]);
});

it("sorts days and channels as they are written", () => {
  const { calendar, plan } = AlarmTriggerInput.parse({
    name: "x",
    calendar: { days: [7, 1, 7], windows: [{ from: "00:00", to: "24:00" }] },
    conditions: [{ kind: "no-data", measure: "temperature" }],
    plan: [
      { afterMinutes: 0, channels: ["popup"] },
      { afterMinutes: 31, contactGroupId: 1, channels: ["voice", "email"] },
    ],
  });
  expect(calendar?.days).toEqual([1, 7]);
  expect(plan.map(({ channels }) => channels)).toEqual([["popup"], ["email", "voice"]]);
});

describe("a refusal", () => {
  it("names the carriers that may be seen, and only that there are others", () => {
    expect(namedCarriers(["A", "B"])).toBe("A, B");
    expect(namedCarriers(["A", null])).toBe("A …");
    expect(namedCarriers(["A", "B", "C", "D", "E", "F"])).toBe("A, B, C, D, E …");
    expect(boundTo("id", ["A"]).details.issues).toMatchObject([
      { path: "id", rule: "triggerBound", limit: 1, names: "A" },
    ]);
    expect(boundTo("id", [null, null]).details.issues).toMatchObject([{ rule: "triggerBoundUnseen", limit: 2 }]);
    expect(boundTo("id", [null]).details.issues?.[0]).not.toHaveProperty("names");
  });

  it("is told at the row of the batch", () => {
    expect(refusedAt(boundTo("id", ["A"]), "ids.2")).toMatchObject({ details: { issues: [{ path: "ids.2" }] } });
    expect(refusedAt(new Error("lost"), "ids.2")).toMatchObject({ message: "lost" });
  });
});
