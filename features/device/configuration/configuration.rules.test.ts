import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMAND_RESULTS, COMMAND_STATES, type CommandResult, type CommandState } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  type Addressee,
  batchIssues,
  COMMAND_EVENTS,
  COMMAND_TRANSITIONS,
  type CommandEvent,
  commandAfter,
  differences,
  dueEvent,
  issueIssues,
  MAXIMUM_ATTEMPTS,
  pauseMs,
  reportIntervalOf,
  statusAfter,
} from "./configuration.rules";

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "none";
};

/** All allowed transitions, written independently of the table. */
const WAYS: Record<string, [CommandState, CommandResult | null]> = {
  "prepare send": ["issuing", null],
  "prepare expire": ["end", "timed-out"],
  "prepare cancel": ["end", "cancelled"],
  "issuing resend": ["issuing", null],
  "issuing succeed": ["end", "succeeded"],
  "issuing refuse": ["end", "failed"],
  "issuing expire": ["end", "timed-out"],
  "issuing cancel": ["end", "cancelled"],
};
const EVERY = COMMAND_STATES.flatMap((state) => COMMAND_EVENTS.map((event) => [state, event] as const));

describe("the life of a command", () => {
  it.each(EVERY)("in %s by %s", (state, event) => {
    const way = WAYS[`${state} ${event}`];
    if (way) expect(commandAfter(state, event)).toEqual({ state: way[0], result: way[1] });
    else expect(refusal(() => commandAfter(state, event))).toBe("CONFLICT");
  });

  it("ends once, with one result, whatever happens to it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<CommandEvent>(...COMMAND_EVENTS)), (events) => {
        let state: CommandState = "prepare";
        const results: (CommandResult | null)[] = [];
        for (const event of events) {
          if (!COMMAND_TRANSITIONS[state][event]) continue;
          const target = commandAfter(state, event);
          expect(COMMAND_STATES.indexOf(target.state)).toBeGreaterThanOrEqual(COMMAND_STATES.indexOf(state));
          expect(target.result === null).toBe(target.state !== "end");
          state = target.state;
          if (state === "end") results.push(target.result);
        }
        expect(results.length).toBeLessThanOrEqual(1);
        if (results[0]) expect(COMMAND_RESULTS).toContain(results[0]);
      }),
    );
  });
});

describe("what the device shows", () => {
  it.each([
    ["on its way", { state: "prepare", result: null }, { a: 1 }, null, "configuring"],
    ["sent", { state: "issuing", result: null }, { a: 1 }, { a: 1 }, "configuring"],
    ["taken as asked", { state: "end", result: "succeeded" }, { a: 1 }, { a: 1 }, "configured"],
    ["taken otherwise", { state: "end", result: "succeeded" }, { a: 1 }, { a: 2 }, "wait"],
    ["refused", { state: "end", result: "failed" }, { a: 1 }, { a: 1 }, "fail"],
    ["not answered", { state: "end", result: "timed-out" }, { a: 1 }, null, "fail"],
    ["called off before the first", { state: "end", result: "cancelled" }, { a: 1 }, null, "wait"],
    ["called off a repeat", { state: "end", result: "cancelled" }, { a: 1 }, { a: 1 }, "configured"],
  ] as const)("%s", (_, target, wanted, applied, status) => {
    expect(statusAfter(target, wanted as never, applied)).toBe(status);
  });
});

const TIMEOUT_MS = 60_000;
const due = (state: CommandState, attempts: number, sinceDeadline: number, isReachable = true) =>
  dueEvent({ state, attempts, deadlineAt: 0 }, { now: sinceDeadline, isReachable, timeoutMs: TIMEOUT_MS });

describe("what is due", () => {
  it.each([
    ["its gateway hears", due("prepare", 0, -1), "send"],
    ["its gateway is away", due("prepare", 0, -1, false), null],
    ["nobody came in time", due("prepare", 0, 0, false), "expire"],
    ["too late even for one that hears", due("prepare", 0, 0), "expire"],
    ["waiting for the answer", due("issuing", 1, -1), null],
    ["the pause after the first attempt", due("issuing", 1, 4999), null],
    ["the second attempt", due("issuing", 1, 5000), "resend"],
    ["the pause after the second", due("issuing", 2, 9999), null],
    ["the third attempt", due("issuing", 2, 10_000), "resend"],
    ["no fourth", due("issuing", 3, 0), "expire"],
    ["the gateway left meanwhile", due("issuing", 1, 5000, false), null],
    ["and did not come back", due("issuing", 1, 65_000, false), "expire"],
    ["over", due("end", 1, 10 ** 9), null],
  ])("%s", (_, event, expected) => expect(event).toBe(expected));

  it("never pauses longer than an attempt may take", () => {
    expect([1, 2, 3, 9].map((attempts) => pauseMs(attempts, 12_000))).toEqual([5000, 10_000, 12_000, 12_000]);
  });

  it("brings every command to its end, in at most three attempts, whenever its gateway hears", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.integer({ min: 10, max: 600 }), (hears, seconds) => {
        const timeoutMs = seconds * 1000;
        let command = { state: "prepare" as CommandState, attempts: 0, deadlineAt: timeoutMs };
        let steps = 0;
        for (let now = 0; command.state !== "end"; now += timeoutMs / 8) {
          steps += 1;
          expect(steps).toBeLessThan(200);
          const event = dueEvent(command, { now, isReachable: hears[steps] ?? false, timeoutMs });
          if (!event) continue;
          const { state } = commandAfter(command.state, event);
          const isSent = event !== "expire";
          command = isSent
            ? { state, attempts: command.attempts + 1, deadlineAt: now + timeoutMs }
            : { ...command, state };
          expect(command.attempts).toBeLessThanOrEqual(MAXIMUM_ATTEMPTS);
        }
      }),
    );
  });
});

describe("whether a command can go", () => {
  const ready: Addressee = {
    kind: "sensor",
    use: "activated",
    custody: "own",
    gatewayMac: "02F0",
    isConfiguring: false,
    settings: { sampleIntervalSeconds: 60 },
  };
  it.each([
    ["ready", {}, []],
    ["not yet in use", { use: "unactivated" }, []],
    ["switched off", { use: "deactivated" }, ["deviceOff"]],
    ["busy", { isConfiguring: true }, ["configuring"]],
    ["without a gateway", { gatewayMac: null }, ["noGateway"]],
    ["without parameters", { settings: {} }, ["noSettings"]],
    [
      "all of it",
      { use: "deactivated", isConfiguring: true, gatewayMac: null, settings: {} },
      ["deviceOff", "configuring", "noGateway", "noSettings"],
    ],
  ])("%s", (_, over, rules) => {
    expect(issueIssues({ ...ready, ...over }).map(({ rule }) => rule)).toEqual(rules);
  });

  it("a batch sets nothing that belongs to one device", () => {
    expect(batchIssues({ sampleIntervalSeconds: 60 })).toEqual([]);
    expect(batchIssues({ devEui: "0123456789", appKey: "x" }).map(({ path }) => path)).toEqual([
      "settings.devEui",
      "settings.appKey",
    ]);
  });
});

describe("parameters", () => {
  it.each([
    [{ sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 30 }, 60],
    [{ temperatureMaxReportIntervalSeconds: 600, humidityMaxReportIntervalSeconds: 900 }, 900],
    [{ transmitPower: 3 }, null],
    [{ sampleIntervalSeconds: "60" }, null],
  ])("%j report every %s s", (settings, seconds) => expect(reportIntervalOf(settings)).toBe(seconds));

  it("differ where the device has not confirmed them", () => {
    const wanted = { sampleIntervalSeconds: 60, transmitPower: 3 };
    expect(differences(wanted, null)).toHaveLength(2);
    expect(differences(wanted, { sampleIntervalSeconds: 60, transmitPower: 5, channelPage: 1 })).toEqual([
      { name: "transmitPower", wanted: 3, applied: 5 },
    ]);
  });
});
