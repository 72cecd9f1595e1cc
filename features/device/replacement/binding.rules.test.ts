import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEVICE_KINDS } from "@/db/enums";
import { AppError } from "@/lib/errors";
import {
  BINDING_EVENTS,
  BINDING_PHASES,
  BINDING_TRANSITIONS,
  type BindingPhase,
  BOUND_KINDS,
  bindingAfter,
} from "./binding.rules";

const step = (...args: Parameters<typeof bindingAfter>) => {
  try {
    return bindingAfter(...args);
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.details.issues?.[0]?.rule}`;
    throw error;
  }
};

describe("the binding of a smart base", () => {
  it.each([
    ["unbound", "bind", "bound"],
    ["unbound", "embed", "embedded"],
    ["unbound", "fallOff", "CONFLICT notBound"],
    ["unbound", "unbind", "CONFLICT notBound"],
    ["bound", "bind", "CONFLICT bindingState"],
    ["bound", "embed", "embedded"],
    ["bound", "fallOff", "CONFLICT bindingState"],
    ["bound", "unbind", "unbound"],
    ["embedded", "bind", "CONFLICT bindingState"],
    ["embedded", "embed", "CONFLICT bindingState"],
    ["embedded", "fallOff", "fallen-off"],
    ["embedded", "unbind", "unbound"],
    ["fallen-off", "bind", "CONFLICT bindingState"],
    ["fallen-off", "embed", "embedded"],
    ["fallen-off", "fallOff", "CONFLICT bindingState"],
    ["fallen-off", "unbind", "unbound"],
  ] as const)("%s, %s: %s", (phase, event, expected) => expect(step("base", phase, event)).toBe(expected));

  it("goes no way that the table lacks, and from everywhere back to unbound", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...BINDING_EVENTS), { maxLength: 30 }), (events) => {
        let phase: BindingPhase = "unbound";
        for (const event of events) {
          const next = step("base", phase, event);
          const listed: BindingPhase | undefined = BINDING_TRANSITIONS[phase][event];
          if (next !== (listed ?? next) || (listed === undefined && BINDING_PHASES.includes(next as BindingPhase)))
            return false;
          phase = listed ?? phase;
        }
        return phase === "unbound" || step("base", phase, "unbind") === "unbound";
      }),
    );
  });
});

describe("the binding of other devices", () => {
  it.each(["gateway", "display", "relay"] as const)("of a %s is bound or not", (kind) => {
    expect(step(kind, "unbound", "bind")).toBe("bound");
    expect(step(kind, "bound", "unbind")).toBe("unbound");
    expect(step(kind, "bound", "bind")).toBe("CONFLICT bindingState");
    expect(step(kind, "bound", "embed")).toBe("INVALID baseOnly");
    expect(step(kind, "unbound", "fallOff")).toBe("INVALID baseOnly");
  });

  it("is not for what has probes of its own", () => {
    const kinds = DEVICE_KINDS.filter((kind) => step(kind, "unbound", "bind") === "bound");
    expect(kinds.toSorted()).toEqual([...BOUND_KINDS].sort());
    expect(step("sensor", "unbound", "bind")).toBe("INVALID mountedKind");
  });
});
