import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { CONDITION_KINDS } from "@/db/enums";
import { valueLocale } from "@/lib/units/value-locale";
import { issuesOf } from "@/lib/validation/issues";
import { WHO_PRESETS } from "../condition/condition.rules";
import { type ConditionDto, conditionInputOf } from "../condition/condition.schema";
import {
  calendarDraft,
  calendarInput,
  inputOf,
  inUnitOf,
  lacksLimits,
  newCondition,
  nextRow,
  presetCondition,
  preview,
  rowInput,
  toldOf,
  withContactGroup,
} from "./draft.rules";
import { AlarmTriggerInput } from "./trigger.schema";
import { triggerWords } from "./words.rules";

describe("what is offered anew", () => {
  const input = { name: "x", plan: [{ ...rowInput(nextRow([])) }] };

  it.each(CONDITION_KINDS)("is taken by the server as it stands: %s", (kind) => {
    const conditions = [inputOf(newCondition(kind, "en-US"))];
    expect(AlarmTriggerInput.safeParse({ ...input, conditions }).error).toBeUndefined();
  });

  it("has the limits of WHO", () => {
    const conditions = WHO_PRESETS.map((preset) => inputOf(presetCondition(preset, "en-US")));
    expect(AlarmTriggerInput.parse({ ...input, conditions }).conditions).toMatchObject([
      { maximum: 8, outsideMinutes: 600 },
      { minimum: -0.5, outsideMinutes: 60 },
    ]);
  });

  it("puts the next row an hour and a level further", () => {
    const first = { ...nextRow([]), contactGroupId: "3" };
    const second = nextRow([first]);
    expect(rowInput(second)).toMatchObject({ afterMinutes: 60, contactGroupId: 3, level: 2 });
    expect(AlarmTriggerInput.shape.plan.safeParse([first, second].map(rowInput)).success).toBe(true);
  });
});

it("mails to a group that is chosen, and pops up where none is", () => {
  const row = nextRow([]);
  expect(withContactGroup(row, "3").channels).toEqual(["email", "popup"]);
  expect(withContactGroup({ ...row, channels: ["sms"] }, "3").channels).toEqual(["sms"]);
  expect(withContactGroup({ ...row, contactGroupId: "3", channels: ["sms"] }, "").channels).toEqual(["popup"]);
});

it("says what is typed, and takes what is no number for nothing", () => {
  const draft = { ...newCondition("range", "en-US"), hasOwnLimits: true, minimum: "2,5", maximum: "x" };
  expect(preview(draft)).toMatchObject({ minimum: 2.5, maximum: null, delaySeconds: 300 });
  expect(inputOf(draft)).toMatchObject({ minimum: 2.5, maximum: Number.NaN });
  expect(lacksLimits(draft)).toBe(false);
  const bare = { ...draft, minimum: " ", maximum: "" };
  expect(lacksLimits(bare)).toBe(true);
  expect(AlarmTriggerInput.shape.conditions.safeParse([inputOf(bare)]).error?.issues).toMatchObject([
    { path: [0, "minimum"] },
  ]);
});

it("ends a day at midnight, as clocks write it", () => {
  const draft = calendarDraft({ days: [6, 7], windows: [{ from: "18:00", to: "24:00" }] });
  expect(calendarInput(draft)).toEqual({ days: [6, 7], windows: [{ from: "18:00", to: "00:00" }] });
  expect(calendarInput(calendarDraft(null))).toBeNull();
});

const US = valueLocale("en-US", "fahrenheit");

describe("in °F", () => {
  const locale = US;

  it("stores what is typed in °C, and the dead band as a difference", () => {
    const draft = {
      ...newCondition("range", locale),
      hasOwnLimits: true,
      minimum: "35.6",
      maximum: "46,4",
      deadBand: "0.9",
    };
    expect(inputOf(draft)).toMatchObject({ minimum: 2, maximum: 8, deadBand: 0.5 });
    expect(preview(draft)).toMatchObject({ minimum: 2, maximum: 8, deadBand: 0.5 });
    expect(AlarmTriggerInput.shape.conditions.safeParse([inputOf(draft)]).success).toBe(true);
  });

  it("offers what is stored in °F, and humidity as it is", () => {
    expect(presetCondition(WHO_PRESETS[0], locale)).toMatchObject({ maximum: "46.4", minimum: "" });
    expect(newCondition("range", locale).deadBand).toBe("0.9");
    const draft = { ...newCondition("range", locale), measure: "humidity" as const, hasOwnLimits: true, maximum: "60" };
    expect(inputOf(draft)).toMatchObject({ maximum: 60 });
  });

  it("follows the unit of another customer", () => {
    const draft = { ...newCondition("range", "en-US"), hasOwnLimits: true, minimum: "2", maximum: "8" };
    expect(inUnitOf(draft, locale)).toMatchObject({ minimum: "35.6", maximum: "46.4", deadBand: "0.9" });
    expect(inUnitOf(inUnitOf(draft, locale), "en-US")).toMatchObject({ minimum: "2", maximum: "8", deadBand: "0.5" });
  });
});

describe("beside the changes of others", () => {
  const dto = (draft: ReturnType<typeof newCondition>, id: number): ConditionDto => ({
    ...preview(draft),
    ...{ id, severitySteps: null },
  });

  it.each(CONDITION_KINDS)("a condition is answered as its update takes it: %s", (kind) => {
    const conditions = [conditionInputOf(dto(newCondition(kind, "en-US"), 5))];
    expect(AlarmTriggerInput.shape.conditions.safeParse(conditions).error).toBeUndefined();
    expect(conditions).toMatchObject([{ id: 5, kind }]);
  });

  it("is the sentence of the trigger's form, with limits and dead band in its unit", () => {
    const messages = { says: JSON.parse(readFileSync("messages/en-US/trigger.json", "utf8")).says };
    const t = createTranslator({ locale: "en-US", messages, namespace: "says" }) as never;
    const words = triggerWords({ t, tMeasure: () => "Temperature", tSeverity: (key) => key }, US);
    const [condition] = AlarmTriggerInput.shape.conditions.parse([
      { kind: "range", measure: "temperature", minimum: 2, maximum: 8, deadBand: 0.5 },
    ]);
    const told = toldOf(condition as never, []);
    expect(words.condition(told).replaceAll("\u00a0", " ")).toBe("Temperature below 35.6 °F or above 46.4 °F");
    expect(words.notes(told).join(" ")).toContain("0.9 °F");
  });

  it("calls a geofence by its name where that is known", () => {
    const [condition] = AlarmTriggerInput.shape.conditions.parse([
      { kind: "geofence", crossing: "exit", geofenceId: 7 },
    ]);
    expect(toldOf(condition as never, [{ geofenceId: "7", geofenceName: "Depot" }]).geofenceName).toBe("Depot");
    expect(toldOf(condition as never, []).geofenceName).toBe("#7");
    expect(toldOf({ ...condition, geofenceId: null } as never, []).geofenceName).toBeNull();
  });
});

it("names the widest dead band as a difference", () => {
  const draft = { ...newCondition("range", US), deadBand: "2000" };
  const { error } = AlarmTriggerInput.shape.conditions.safeParse([inputOf(draft)]);
  expect(error && issuesOf(error)).toMatchObject([
    { path: "0.deadBand", rule: "too_big", limit: 1000, figure: { measure: "temperature", kind: "difference" } },
  ]);
});
