import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairSemaphore } from "./fair-semaphore";

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The senders that entered so far, in order; `leave` releases the first slot of a sender. */
function crowd(room: { total: number; perSender: number }) {
  const gate = new FairSemaphore(room);
  const entered: string[] = [];
  const inside: { sender: string; leave: () => void }[] = [];
  const come = async (sender: string, signal = never) => {
    const leave = await gate.enter(sender, signal);
    entered.push(sender);
    inside.push({ sender, leave });
  };
  const leave = async (sender: string) => {
    const at = inside.findIndex((one) => one.sender === sender);
    for (const one of inside.splice(at, 1)) one.leave();
    await turn();
  };
  return { come, leave, entered, inside };
}

describe("a semaphore", () => {
  it("lets in as many of one sender as it may have, and the rest in their turn", async () => {
    const { come, leave, entered, inside } = crowd({ total: 5, perSender: 2 });
    for (let index = 0; index < 4; index += 1) void come("a");
    await turn();
    expect(inside).toHaveLength(2);
    await leave("a");
    expect(entered).toHaveLength(3);
    await leave("a");
    await leave("a");
    expect(entered).toHaveLength(4);
  });

  it("lets another in beside one that has sent far more", async () => {
    const { come, leave, entered } = crowd({ total: 2, perSender: 2 });
    for (let index = 0; index < 50; index += 1) void come("a");
    void come("b");
    await turn();
    expect(entered).toEqual(["a", "a"]);
    await leave("a");
    expect(entered.at(-1)).toBe("b");
  });

  it("forgets who gives up, before and while it waits", async () => {
    const { come, leave, entered } = crowd({ total: 1, perSender: 1 });
    await come("a");
    const gone = new AbortController();
    const waiting = come("a", gone.signal);
    void come("b");
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await expect(come("c", gone.signal)).rejects.toThrow("gone");
    await leave("a");
    expect(entered).toEqual(["a", "b"]);
  });

  it("counts a leave once", async () => {
    const gate = new FairSemaphore({ total: 1, perSender: 1 });
    const leave = await gate.enter("a", never);
    leave();
    leave();
    await gate.enter("a", never);
    let isIn = false;
    void gate.enter("a", never).then(() => {
      isIn = true;
    });
    await turn();
    expect(isIn).toBe(false);
  });

  it("never has more inside than there is room for, never leaves room unused, and lets everybody in at last", async () => {
    const step = fc.oneof(
      fc.record({ come: fc.constantFrom("a", "b", "c") }),
      fc.record({ leave: fc.constantFrom("a", "b", "c") }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        async (total, perSender, steps) => {
          const { come, leave, entered, inside } = crowd({ total, perSender });
          const came = { a: 0, b: 0, c: 0 };
          const of = (sender: string) => inside.filter((one) => one.sender === sender).length;
          for (const one of steps) {
            if ("come" in one) {
              came[one.come as "a"] += 1;
              void come(one.come);
              await turn();
            } else if (of(one.leave) > 0) await leave(one.leave);
            expect(inside.length).toBeLessThanOrEqual(total);
            for (const sender of ["a", "b", "c"] as const) {
              expect(of(sender)).toBeLessThanOrEqual(perSender);
              const waits = came[sender] - entered.filter((name) => name === sender).length;
              if (waits > 0) expect(inside.length === total || of(sender) === perSender).toBe(true);
            }
          }
          while (inside.length > 0) await leave(inside[0]?.sender as string);
          expect(entered).toHaveLength(came.a + came.b + came.c);
        },
      ),
      { numRuns: 60 },
    );
  });
});
