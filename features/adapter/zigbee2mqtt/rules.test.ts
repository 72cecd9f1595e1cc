import fc from "fast-check";
import { describe, expect, it } from "vitest";
import fixture from "@/tests/fixtures/adapter/zigbee2mqtt-messages.json";
import {
  addressed,
  addressesOf,
  fromMessages,
  itemsOf,
  type Known,
  type Message,
  messagesOf,
  type Network,
  networksOf,
} from "./rules";
import { Zigbee2MqttInput } from "./schema";

const now = Date.UTC(2026, 10, 20, 8);
const take = (items: readonly unknown[], known: Record<string, Known> = {}) => {
  const { items: _items, ...told } = fromMessages(
    messagesOf(items, ["zigbee2mqtt"]),
    new Map(Object.entries(known)),
    now,
  );
  return told;
};
const say = (payload: unknown, name = "fridge", more = {}) => ({ topic: `zigbee2mqtt/${name}`, payload, ...more });
const STATE = { temperature: 4.1, humidity: 50, battery: 90, voltage: 3005, linkquality: 92 };
const KNOWN = { FRIDGE: { temperature: 4.1, humidity: 50, battery: 90, voltage: 3.005 } };

describe("messages of Zigbee2MQTT", () => {
  it("as devices send them", () => {
    const { readings, reports, issues, repeats } = take(fixture.messages);
    const of = (index: number, device: string, values: object) => ({ index, device, at: now, values });
    expect(readings).toEqual([
      of(0, "FRIENDLY_NAME", { temperature: 27.34, humidity: 44.72 }),
      of(1, "snzb02", { temperature: 27.2, humidity: 34.34, battery: 100, voltage: 3.1 }),
      // Closed and open within a second: the later state counts.
      of(3, "door0", { door: 1 }),
      of(5, "WeatherGuestRoom", { temperature: 24.59, humidity: 37.55, battery: 37, voltage: 2.975 }),
    ]);
    expect(reports.map(({ properties }) => properties)).toContainEqual({ linkquality: 0 });
    expect([issues, repeats]).toEqual([[], 0]);
  });

  it.each<[string, object, object]>([
    ["with the time it was heard", say({ ...STATE, last_seen: "2026-11-20T07:00:00+00:00" }), { at: now - 3_600_000 }],
    ["with that time in milliseconds", say({ ...STATE, last_seen: now - 1000 }), { at: now - 1000 }],
    ["by its address as name", say(STATE, "0x00158d0001dc126a"), { device: "00158D0001DC126A" }],
    [
      "by its address in the message",
      say({ ...STATE, device: { ieeeAddr: "0x00158d0001dc126a", softwareBuildID: "3.1" } }),
      { device: "00158D0001DC126A" },
    ],
    ["under a name with a path", say(STATE, "floor 1/fridge"), { device: "floor 1/fridge" }],
    ["as text", say(JSON.stringify(STATE)), { device: "fridge" }],
    [
      "as one attribute",
      say("4.1", "floor 1/fridge/temperature"),
      { device: "floor 1/fridge", values: { temperature: 4.1 } },
    ],
    ["as a switch in words", say("false", "door0/contact"), { device: "door0", values: { door: 1 } }],
    [
      "retained, where its age is known",
      say({ ...STATE, last_seen: now - 1000 }, "fridge", { retain: true }),
      { at: now - 1000 },
    ],
    ["of a plug: watts are no power", say({ power: 0, temperature: 4, state: "ON" }), { values: { temperature: 4 } }],
  ])("%s", (_, item, reading) => {
    const { readings, issues } = take([item]);
    expect(readings).toMatchObject([reading]);
    expect(issues).toEqual([]);
  });

  it.each<[string, object]>([
    ["the bridge's", say({ state: "online" }, "bridge/state")],
    ["a list of devices", say([], "bridge/devices")],
    ["availability", say({ state: "offline" }, "fridge/availability")],
    ["what is said to a device", say({ state: "ON" }, "plug/set")],
    ["what is asked of it", say({ state: "" }, "plug/get")],
    ["a retained message that is removed", say("", "fridge")],
  ])("tell no state: %s", (_, item) => {
    expect(take([item])).toEqual({ readings: [], reports: [], issues: [], repeats: 0, heard: [] });
  });

  it.each<[string, unknown, RegExp]>([
    ["retained, of unknown age", say(STATE, "fridge", { retain: true }), /^retain: nobody knows how old/],
    ["no object", say("4.1"), /^payload: must be a JSON object/],
    ["half an object", say('{"temperature":'), /^payload: must be a JSON object/],
    ["another topic", { topic: "home/fridge", payload: STATE }, /^topic: must begin with zigbee2mqtt\//],
    ["no topic", { payload: STATE }, /^topic: must begin with/],
    ["no message", 5, /^message: must be an object/],
    ["a time that is none", say({ ...STATE, last_seen: "soon" }), /^last_seen: must be ISO-8601/],
    ["a bad field", say({ humidity: 1e308 }), /^humidity: must be from/],
  ])("are refused one by one: %s", (_, item, reason) => {
    const { readings, issues } = take([say(STATE, "a"), item, say(STATE, "b")]);
    expect(readings.map(({ index }) => index)).toEqual([0, 2]);
    expect(issues).toEqual([{ index: 1, reason: expect.stringMatching(reason) }]);
  });
});

describe("what Zigbee2MQTT adds from its memory", () => {
  it.each<[string, object, object]>([
    ["the battery alone has spoken", { ...STATE, battery: 89 }, { battery: 89 }],
    ["the temperature alone has spoken", { ...STATE, temperature: 4.3 }, { temperature: 4.3 }],
    ["whatever the time it names", { ...STATE, battery: 89, last_seen: now }, { battery: 89 }],
    ["two have spoken", { ...STATE, temperature: 4.3, humidity: 51 }, { temperature: 4.3, humidity: 51 }],
    ["a new kind of value", { ...STATE, co2: 700 }, { co2: 700 }],
    ["a value that comes alone is what was sent", { temperature: 4.1, linkquality: 92 }, { temperature: 4.1 }],
  ])("is no reading: %s", (_, state, values) => {
    const { readings, repeats } = take([say(state)], KNOWN);
    expect(readings).toMatchObject([{ values }]);
    expect(Object.keys(readings[0]?.values ?? {})).toEqual(Object.keys(values));
    expect(repeats).toBe(0);
  });

  it.each<[string, object]>([
    ["after a restart, all of it", STATE],
    ["with another strength of its signal", { ...STATE, linkquality: 12 }],
    ["with a new time and nothing else", { ...STATE, last_seen: now }],
  ])("is no reading at all: %s", (_, state) => {
    expect(take([say(state)], KNOWN)).toMatchObject({ readings: [], repeats: 1, issues: [] });
  });

  it("counts a field that is no good as one more that may have spoken", () => {
    expect(take([say({ temperature: 4.1, humidity: "NaN" })], KNOWN)).toMatchObject({ readings: [], repeats: 1 });
  });

  it("tells that the device was heard, at the time that it names and not later than now", () => {
    const items = [say({ ...STATE, last_seen: now - 1000 }), say({ ...STATE, last_seen: now + 1000 }), say(STATE)];
    expect(take(items, KNOWN).heard).toEqual([
      { device: "FRIDGE", at: now - 1000 },
      { device: "FRIDGE", at: now },
    ]);
    expect(take([say({ ...STATE, temperature: 5, last_seen: now })], KNOWN).heard).toEqual([]);
  });

  it("is not told from news attribute by attribute: what is the same is none", () => {
    expect(take([say(4.1, "fridge/temperature"), say(89, "fridge/battery")], KNOWN)).toMatchObject({
      readings: [{ values: { battery: 89 } }],
      repeats: 1,
    });
  });

  it("is seen within one batch, too", () => {
    const { readings } = take([
      say({ ...STATE, last_seen: now - 2000 }),
      say({ ...STATE, battery: 89, last_seen: now - 1000 }),
      say({ ...STATE, battery: 89, temperature: 5, last_seen: now }),
    ]);
    expect(readings.map(({ values }) => Object.keys(values).sort())).toEqual([
      ["battery", "humidity", "temperature", "voltage"],
      ["battery"],
      ["temperature"],
    ]);
  });

  it("a dead probe never speaks again, whatever the others of its device say", () => {
    const value = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.array(fc.record({ battery: value, linkquality: value }), { minLength: 1 }), (states) => {
        const items = states.map((state, index) => say({ ...STATE, ...state, last_seen: now + index }));
        for (const { values } of take(items, KNOWN).readings) expect(Object.keys(values)).toEqual(["battery"]);
      }),
    );
  });
});

describe("a device with several probes", () => {
  const TWO = { temperature_1: 4.1, temperature_2: -18, battery: 90, linkquality: 9 };
  const known: Record<string, Known> = { FRIDGE: { "temperature.1": 4.1, "temperature.2": -18, battery: 90 } };

  it("has one that is dead: what is repeated of it is no news, whatever the other one says", () => {
    expect(take([say({ ...TWO, battery: 89 })], known).readings).toMatchObject([{ values: { battery: 89 } }]);
    expect(take([say({ ...TWO, temperature_2: -17.9 })], known).readings).toEqual([
      { index: 0, device: "fridge", at: now, values: { "temperature.2": -17.9 } },
    ]);
    expect(take([say(TWO)], known)).toMatchObject({ readings: [], repeats: 1 });
  });

  it("says of the first one without a channel what it has said by its name", () => {
    expect(take([say({ temperature: 4.1, battery: 89 })], known).readings).toMatchObject([{ values: { battery: 89 } }]);
    expect(take([say({ temperature: 4.2, battery: 90 })], known).readings).toMatchObject([
      { values: { temperature: 4.2 } },
    ]);
  });
});

describe("a fault of a probe", () => {
  const FAULTY = { ...STATE, temperature: -327.68 };

  it("is kept once, and the value that ends it is news", () => {
    const items = [FAULTY, FAULTY, STATE].map((state, index) => say({ ...state, last_seen: now + index }));
    const { readings, repeats } = take(items, KNOWN);
    expect(readings.map(({ values, faults }) => ({ values, faults }))).toEqual([
      { values: {}, faults: { temperature: -327.68 } },
      { values: { temperature: 4.1 }, faults: undefined },
    ]);
    expect(repeats).toBe(1);
    expect(take([say(FAULTY)], { FRIDGE: { ...KNOWN.FRIDGE, temperature: "fault" } }).readings).toEqual([]);
  });

  it("of one instant with a value: the later counts", () => {
    const [reading] = take([say({ temperature: -327.68 }), say({ temperature: 4 })]).readings;
    expect(reading).toEqual({ index: 1, device: "fridge", at: now, values: { temperature: 4 } });
  });
});

it.each<[string, unknown, number]>([
  ["one", say(STATE), 1],
  ["a list", [say(STATE), say(STATE)], 2],
  ["a collection", { messages: fixture.messages }, 6],
])("%s of messages is a body", (_, payload, count) => {
  expect(itemsOf(Zigbee2MqttInput.parse({ payload }).payload)).toHaveLength(count);
});

it("never throws, and keeps the good message whatever stands beside it", () => {
  const junk = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>("NaN", 1e308, null, "{"));
  const item = fc.oneof(
    junk,
    fc.record({
      topic: fc.oneof(
        fc.string(),
        fc.string().map((name) => `zigbee2mqtt/x${name}`),
      ),
      payload: junk,
      retain: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(fc.array(item), fc.array(item), junk, (before, after, beside) => {
      const good = say({ humidity: beside, battery: beside, device: beside, temperature: 4.2 }, "good");
      const reading = take([...before, good, ...after]).readings.find(({ index }) => index === before.length);
      expect(reading?.values.temperature).toBe(4.2);
    }),
    { numRuns: 1000 },
  );
});

describe("the devices of a network", () => {
  const BASES = ["zigbee2mqtt", "home/zigbee"];
  const list = (base: string) => ({
    topic: `${base}/bridge/devices`,
    payload: JSON.stringify([
      { ieee_address: "0x00124b0000000000", type: "Coordinator", friendly_name: "Coordinator" },
      { ieee_address: "0x00158d0001dc126a", type: "EndDevice", friendly_name: "cold store/left" },
      { ieee_address: "no address", friendly_name: "x" },
      { ieee_address: "0x00158d0001dc0000", friendly_name: "y".repeat(100) },
      5,
    ]),
  });
  const state = (topic: string) => messagesOf([{ topic, payload: { temperature: 4 } }], BASES).messages[0] as Message;

  it("are learnt from the list of its bridge, and found by their friendly names", () => {
    const networks = networksOf([list("home/zigbee")], BASES);
    expect(networks).toEqual([
      {
        base: "home/zigbee",
        addresses: { Coordinator: "00124B0000000000", "cold store/left": "00158D0001DC126A" },
      },
    ]);
    const message = state("home/zigbee/cold store/left");
    expect(addressed(message, networks, new Set()).device).toBe("00158D0001DC126A");
    // A registered serial number is unchanged.
    expect(addressed(message, networks, new Set(["COLD STORE/LEFT"])).device).toBe("cold store/left");
    expect(addressed(state("home/zigbee/constructor"), networks, new Set()).device).toBe("constructor");
    // The same name in another network is another device.
    expect(addressed(state("zigbee2mqtt/cold store/left"), networks, new Set()).device).toBe("cold store/left");
  });

  it.each([["no list"], [[]], [null], ["{"], [{ a: 1 }]])("are nobody where it says %j", (payload) => {
    const [network] = networksOf([{ topic: "zigbee2mqtt/bridge/devices", payload }], BASES);
    expect(network?.addresses ?? {}).toEqual({});
  });

  it("have one of the base topics that are known here", () => {
    expect(messagesOf([{ topic: "other/fridge", payload: {} }], BASES).issues).toEqual([
      { index: 0, reason: "topic: must begin with zigbee2mqtt/ or home/zigbee/" },
    ]);
  });
});

it("a name that two networks give to two devices stands for neither", () => {
  const networks: Network[] = [
    { base: "a", addresses: { fridge: "00158D0001DC7701", Freezer: "00158D0001DC7702" } },
    { base: "b", addresses: { fridge: "00158D0001DC7703", freezer: "00158D0001DC7702" } },
  ];
  expect([...addressesOf(networks)]).toEqual([["FREEZER", "00158D0001DC7702"]]);
});
