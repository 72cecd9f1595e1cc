import { describe, expect, it } from "vitest";
import { WORK_ORDER_STATES } from "@/db/work-order-enums";
import {
  ACTS,
  AFTER,
  actsOf,
  assertAct,
  isFor,
  isOpen,
  mayAdd,
  mayChange,
  type Parties,
  type Viewer,
} from "./act.rules";

const ORDERER = 1;
const ENGINEER = 2;
const OTHER = 3;
const order = (values: Partial<Parties> = {}): Parties => ({
  ...{ state: "submitted", ordererId: ORDERER, assigneeId: null, groupId: null, acceptorId: null },
  ...values,
});
const viewer = (userId: number | null, values: Partial<Viewer> = {}): Viewer => ({
  ...{ userId, groupIds: [], mayHandle: userId === ENGINEER, mayEdit: false },
  ...values,
});
const dispatcher = viewer(OTHER, { mayEdit: true, mayHandle: true });

describe("what can be done with a work order", () => {
  it("goes from submission to the stars, each step by whose it is", () => {
    const engineer = viewer(ENGINEER);
    const orderer = viewer(ORDERER);
    expect(actsOf(order(), engineer)).toEqual(["accept"]);
    expect(actsOf(order(), orderer)).toEqual(["cancel"]);
    const accepted = order({ state: "accepted", acceptorId: ENGINEER });
    expect(actsOf(accepted, engineer)).toEqual(["process", "release"]);
    expect(actsOf(accepted, orderer)).toEqual(["cancel"]);
    const processed = order({ state: "processed", acceptorId: ENGINEER });
    expect(actsOf(processed, engineer)).toEqual([]);
    expect(actsOf(processed, orderer)).toEqual(["confirm", "return"]);
    expect(actsOf(order({ state: "confirmed", acceptorId: ENGINEER }), orderer)).toEqual(["rate"]);
    expect(actsOf(order({ state: "rated", acceptorId: ENGINEER }), orderer)).toEqual([]);
  });

  it("is nothing for accounts that may only look, and for strangers to the order", () => {
    for (const state of WORK_ORDER_STATES) {
      expect(actsOf(order({ state, acceptorId: ENGINEER }), viewer(OTHER))).toEqual([]);
      expect(actsOf(order({ state, acceptorId: ENGINEER, ordererId: null }), viewer(null))).toEqual([]);
    }
  });

  it("belongs to the person or group it is assigned to", () => {
    const assigned = order({ assigneeId: OTHER });
    expect(actsOf(assigned, viewer(ENGINEER))).toEqual([]);
    expect(actsOf(assigned, viewer(OTHER, { mayHandle: true }))).toEqual(["accept"]);
    const ofGroup = order({ groupId: 7 });
    expect(isFor(ofGroup, viewer(ENGINEER))).toBe(false);
    expect(isFor(ofGroup, viewer(ENGINEER, { groupIds: [7] }))).toBe(true);
    expect(actsOf(ofGroup, dispatcher)).toEqual(["accept", "cancel"]);
  });

  it("lets nobody confirm their own work, unless they ordered it", () => {
    const own = order({ state: "processed", acceptorId: OTHER });
    expect(actsOf(own, dispatcher)).toEqual([]);
    expect(actsOf({ ...own, acceptorId: ENGINEER }, dispatcher)).toEqual(["confirm", "return"]);
    expect(actsOf(order({ state: "processed", acceptorId: ORDERER }), viewer(ORDERER))).toEqual(["confirm", "return"]);
  });

  it("has stars of the orderer alone; those of a rule come from whoever assigns orders", () => {
    const done = order({ state: "confirmed", acceptorId: ENGINEER });
    expect(actsOf(done, dispatcher)).toEqual([]);
    expect(actsOf({ ...done, ordererId: null }, dispatcher)).toEqual(["rate"]);
  });

  it("names who was faster", () => {
    const taken = { ...order({ state: "accepted", acceptorId: OTHER }), acceptorName: "Li Na" };
    const refused = () => assertAct("accept", taken, viewer(ENGINEER));
    expect(refused).toThrow(expect.objectContaining({ code: "CONFLICT", message: "state: Li Na has accepted it" }));
    expect(() => assertAct("process", taken, viewer(ENGINEER))).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
    const over = { ...order({ state: "cancelled" }), acceptorName: null };
    expect(() => assertAct("accept", over, viewer(ENGINEER))).toThrow(expect.objectContaining({ code: "CONFLICT" }));
  });

  it("never leads out of an end, except to the stars", () => {
    for (const state of WORK_ORDER_STATES)
      for (const act of ACTS) {
        const parties = { ...order({ state, acceptorId: ENGINEER, ordererId: null }), acceptorName: "A" };
        const isPossible = actsOf(parties, dispatcher).includes(act);
        if (isPossible && !isOpen(state)) expect([state, AFTER[act]]).toEqual(["confirmed", "rated"]);
        if (isPossible) expect(() => assertAct(act, parties, dispatcher)).not.toThrow();
      }
  });
});

describe("changes besides", () => {
  it("are for whoever assigns orders, while it is open", () => {
    expect(mayChange(order(), viewer(ORDERER))).toBe(false);
    expect(mayChange(order({ state: "accepted" }), dispatcher)).toBe(true);
    expect(mayChange(order({ state: "confirmed" }), dispatcher)).toBe(false);
  });

  it("photos and comments are for everybody concerned, until the end", () => {
    expect(mayAdd(order(), viewer(ENGINEER))).toBe(true);
    expect(mayAdd(order({ assigneeId: OTHER }), viewer(ENGINEER))).toBe(false);
    expect(mayAdd(order(), viewer(OTHER))).toBe(false);
    expect(mayAdd(order({ state: "rated" }), viewer(ORDERER))).toBe(false);
  });
});
