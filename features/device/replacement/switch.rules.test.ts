import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SWITCH_RESULTS, SWITCH_TYPES } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  areMet,
  conditionsOf,
  dueSwitchEvent,
  namesAfter,
  phaseOf,
  SWITCH_EVENTS,
  SWITCH_TRANSITIONS,
  type SwitchFacts,
  type SwitchState,
  settingsAfter,
  standingOf,
  switchAfter,
  toleranceOf,
  wordOf,
} from "./switch.rules";

const NOW = Date.UTC(2026, 10, 20, 8);
const ago = (seconds: number) => NOW - seconds * 1000;

describe("the life of a switch", () => {
  it("goes no way that the table lacks, switches once at most, and stays over", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SWITCH_EVENTS), { maxLength: 20 }), (events) => {
        let state: SwitchState = { result: null, isEnded: false };
        let switched = 0;
        for (const event of events) {
          const phase = phaseOf(state);
          const outcome = SWITCH_TRANSITIONS[phase][event];
          if (!outcome) {
            expect(() => switchAfter(phase, event)).toThrow(AppError);
            continue;
          }
          expect(switchAfter(phase, event)).toEqual(outcome);
          state = { result: outcome.result, isEnded: outcome.isOver };
          switched += Number(outcome.isSwitched);
          expect(standingOf(state) === "switched").toBe(outcome.isSwitched);
        }
        return switched <= 1;
      }),
    );
  });

  it.each([
    ["not looked at", null, false, "waiting"],
    ["conditions missing", "not-reached", false, "waiting"],
    ["eligible", "eligible", false, "waiting"],
    ["switched by itself", "eligible", true, "switched"],
    ["by the user", "user-switch", true, "switched"],
    ["regardless", "ignore-condition-switch", true, "switched"],
    ["called off", "user-stop", true, "stopped"],
    ["out of time", "not-reached", true, "expired"],
  ] as const)("stands: %s", (_name, result, isEnded, expected) =>
    expect(standingOf({ result, isEnded })).toBe(expected),
  );

  it.each([
    ["waiting", null, "manual", "waiting"],
    ["waiting", "not-reached", "intelligent", "waiting"],
    ["waiting", "eligible", "manual", "eligible"],
    ["switched", "eligible", "intelligent", "automatic"],
    ["switched", "user-switch", "manual", "confirmed"],
    ["switched", "ignore-condition-switch", "intelligent", "regardless"],
    ["switched", "ignore-condition-switch", "direct", "direct"],
    ["stopped", "user-stop", "manual", "stopped"],
    ["expired", "not-reached", "manual", "expired"],
    ["expired", null, "manual", "expired"],
  ] as const)("that is %s with the result %s, begun as %s, is called %s", (standing, result, type, word) =>
    expect(wordOf({ standing, result, type })).toBe(word),
  );

  it("reaches every result of the specification", () => {
    const results = Object.values(SWITCH_TRANSITIONS).flatMap((ways) =>
      Object.values(ways).map(({ result }) => result),
    );
    expect([...new Set(results)].sort()).toEqual([...SWITCH_RESULTS].sort());
  });

  it.each([
    ["a new one whose conditions are missing", "new", "manual", null, false, "unmet"],
    ["a new one that is eligible", "new", "manual", null, true, "met"],
    ["nothing new", "not-reached", "manual", null, false, null],
    ["conditions reached", "not-reached", "intelligent", null, true, "met"],
    ["conditions lost again", "eligible", "manual", null, false, "unmet"],
    ["eligible, waiting for the user", "eligible", "manual", null, true, null],
    ["eligible, by itself", "eligible", "intelligent", null, true, "auto"],
    ["its time is over", "eligible", "manual", NOW, true, "expire"],
    ["its time is not over", "not-reached", "manual", NOW + 1, false, null],
    ["over", "ended", "intelligent", NOW, true, null],
  ] as const)("is moved on: %s", (_name, phase, type, expiresAt, isMet, expected) =>
    expect(dueSwitchEvent({ phase, type, expiresAt }, isMet, NOW)).toBe(expected),
  );

  it("never expires without a time, and settles within two steps", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SWITCH_TYPES), fc.boolean(), (type, isMet) => {
        let state: SwitchState = { result: null, isEnded: false };
        let steps = 0;
        for (;;) {
          const event = dueSwitchEvent({ phase: phaseOf(state), type, expiresAt: null }, isMet, NOW);
          if (event === null) return steps <= 2;
          expect(event).not.toBe("expire");
          const outcome = switchAfter(phaseOf(state), event);
          state = { result: outcome.result, isEnded: outcome.isOver };
          steps += 1;
        }
      }),
    );
  });
});

const facts = (change: { old?: Partial<SwitchFacts["old"]>; new?: Partial<SwitchFacts["new"]> } = {}): SwitchFacts => ({
  old: {
    probes: [{ measure: "temperature", channel: "", value: 5, at: ago(60) }],
    reportIntervalSeconds: 300,
    ...change.old,
  },
  new: {
    probes: [{ measure: "temperature", channel: "", value: 6, at: ago(60) }],
    reportIntervalSeconds: 300,
    lastSeenAt: ago(60),
    use: "activated",
    calibrationDueOn: "2027-01-01",
    ...change.new,
  },
  today: "2026-11-20",
});
const probe = (value: number | null, seconds: number | null) => ({
  probes: [{ measure: "temperature" as const, channel: "", value, at: seconds === null ? null : ago(seconds) }],
});

describe("the conditions", () => {
  it.each([
    ["all met", facts(), []],
    ["disabled", facts({ new: { use: "deactivated" } }), ["enabled"]],
    ["a measure missing", facts({ new: { probes: [] } }), ["measures", "reporting"]],
    [
      "what tells of the device alone is not needed",
      facts({ old: { probes: [...facts().old.probes, { measure: "battery", channel: "", value: 90, at: ago(1) }] } }),
      [],
    ],
    ["heard within two intervals", facts({ new: probe(6, 600) }), []],
    ["silent for longer", facts({ new: probe(6, 601) }), ["reporting"]],
    ["never heard", facts({ new: probe(null, null) }), ["reporting"]],
    ["within five degrees", facts({ new: probe(10, 60) }), []],
    ["further away", facts({ new: probe(10.1, 60) }), ["plausible"]],
    ["the old one is silent", facts({ old: probe(-40, 601) }), []],
    ["calibrated until today", facts({ new: { calibrationDueOn: "2026-11-20" } }), []],
    ["calibration expired", facts({ new: { calibrationDueOn: "2026-11-19" } }), ["calibrated"]],
    ["never calibrated", facts({ new: { calibrationDueOn: null } }), []],
    ["a gateway that is heard", facts({ old: { probes: [] }, new: { probes: [] } }), []],
    ["a gateway that is not", facts({ old: { probes: [] }, new: { probes: [], lastSeenAt: ago(601) } }), ["reporting"]],
  ] as const)("%s", (_name, given, expected) => {
    const conditions = conditionsOf(given, NOW);
    expect(conditions.filter(({ isMet }) => !isMet).map(({ condition }) => condition)).toEqual(expected);
    expect(areMet(conditions)).toBe(expected.length === 0);
  });

  it("allow a share of what is large, and say nothing about a door", () => {
    expect(toleranceOf("co2", 400)).toBe(200);
    expect(toleranceOf("co2", 5000)).toBe(1000);
    expect(toleranceOf("door", 1)).toBeNull();
  });
});

describe("what goes over", () => {
  const old = {
    kind: "sensor",
    typeCode: "zbp_2",
    settings: { sampleIntervalSeconds: 60, transmitPower: 10 },
  } as const;
  it("are parameters between devices of one technology", () => {
    expect(settingsAfter(old, { kind: "sensor", typeCode: "zbp_1", settings: { sampleIntervalSeconds: 300 } })).toEqual(
      {
        sampleIntervalSeconds: 60,
        transmitPower: 10,
      },
    );
    const lora = { kind: "sensor", typeCode: "lora_2", settings: { devEui: "1234567890" } } as const;
    expect(settingsAfter(old, lora)).toEqual(lora.settings);
    const other = { ...lora, settings: { devEui: "0987654321", channelPage: 3 } };
    expect(settingsAfter(other, lora)).toEqual({ devEui: "1234567890", channelPage: 3 });
    expect(settingsAfter({ ...old, kind: "gas", typeCode: "a" }, { kind: "gas", typeCode: "b", settings: {} })).toEqual(
      {},
    );
  });

  it("is the name, unless it was the old device's own number", () => {
    const named = { name: "Vaccines, top shelf", serialNumber: "SN-1" };
    const next = { name: "SN-2", serialNumber: "SN-2" };
    expect(namesAfter(named, next)).toEqual({ old: "SN-1", new: "Vaccines, top shelf" });
    expect(namesAfter({ name: "sn-1", serialNumber: "SN-1" }, next)).toEqual({ old: "sn-1", new: "SN-2" });
  });
});
