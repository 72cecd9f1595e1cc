import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmCondition, alarmSilence, alarmSilenceTarget } from "@/db/schema";
import { makeCustomer, makeFridge } from "../factories/world";

let customerId: number;
let place: Awaited<ReturnType<typeof makeFridge>>;
let sceneId: number;

beforeAll(async () => {
  const owner = await makeCustomer(db());
  place = await makeFridge(db(), owner);
  customerId = owner.id;
  sceneId = owner.sceneId;
});
afterAll(() => db().$client.end({ timeout: 5 }));

/** The constraint that refuses a row; null where it is taken. */
const refusedBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { cause?: { constraint_name?: string } }) => error.cause?.constraint_name,
  );

describe("the table of conditions", () => {
  type Values = Partial<typeof alarmCondition.$inferInsert>;
  const add = (values: Values) =>
    refusedBy(
      db()
        .insert(alarmCondition)
        .values({ triggerId: place.trigger.id, kind: "range", measure: "temperature", ...values }),
    );
  it.each<[string, Values]>([
    ["range that waits for the door", { doorDelaySeconds: 300 }],
    ["cumulative", { kind: "cumulative", outsideMinutes: 600, windowMinutes: 1440 }],
    ["open door", { kind: "state", measure: "door", delaySeconds: 600 }],
    ["trend", { kind: "trend", horizonMinutes: 30, severity: "warning" }],
  ])("takes a %s", async (_, values) => expect(await add(values)).toBeNull());

  it.each<[string, Values, string]>([
    ["cumulative without a window", { kind: "cumulative", outsideMinutes: 600 }, "window"],
    ["cumulative without minutes", { kind: "cumulative", windowMinutes: 600 }, "window"],
    ["cumulative of no time", { kind: "cumulative", outsideMinutes: 0, windowMinutes: 60 }, "window"],
    ["window that is full at once", { kind: "cumulative", outsideMinutes: 60, windowMinutes: 60 }, "window"],
    ["range with a window", { outsideMinutes: 60, windowMinutes: 120 }, "window"],
    ["trend that looks nowhere", { kind: "trend" }, "horizon"],
    ["trend that looks back", { kind: "trend", horizonMinutes: -1 }, "horizon"],
    ["range that looks ahead", { horizonMinutes: 30 }, "horizon"],
    ["silence that waits for the door", { kind: "no-data", doorDelaySeconds: 60 }, "door_delay"],
    ["wait of less than nothing", { doorDelaySeconds: -1 }, "door_delay"],
    ["state of a temperature", { kind: "state" }, "state"],
  ])("refuses a %s", async (_, values, rule) => expect(await add(values)).toBe(`alarm_condition_${rule}_check`));
});

describe("the tables of silences", () => {
  const HOUR = 3_600_000;
  const silence = (hours: number, values: Partial<typeof alarmSilence.$inferInsert> = {}) => {
    const startsAt = new Date();
    const endsAt = new Date(startsAt.getTime() + hours * HOUR);
    return db()
      .insert(alarmSilence)
      .values({ customerId, reason: "defrosting", startsAt, endsAt, ...values })
      .returning();
  };
  const lay = async (targets: Partial<typeof alarmSilenceTarget.$inferInsert>[]) => {
    const [row] = await silence(1);
    const silenceId = row?.id as number;
    return refusedBy(
      db()
        .insert(alarmSilenceTarget)
        .values(targets.map((target) => ({ silenceId, ...target }))),
    );
  };

  it("refuse one that ends before it starts, or was ended by somebody at no time", async () => {
    expect(await refusedBy(silence(0))).toBe("alarm_silence_span_check");
    expect(await refusedBy(silence(-1))).toBe("alarm_silence_span_check");
    expect(await refusedBy(silence(1, { endedBy: 1 }))).toBe("alarm_silence_ended_check");
  });

  it("lay it on nodes, carriers and triggers, each once and each by itself", async () => {
    const [carrierId, triggerId] = [place.carrier.id, place.trigger.id];
    expect(await lay([{ carrierId }, { sceneId }, { triggerId }])).toBeNull();
    expect(await lay([{ carrierId }, { carrierId }])).toBe("alarm_silence_target_key");
    expect(await lay([{}])).toBe("alarm_silence_target_check");
    expect(await lay([{ carrierId, triggerId }])).toBe("alarm_silence_target_check");
  });
});
