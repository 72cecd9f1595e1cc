import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { mayPublish, maySubscribe, parseUplink, requestTopic, sharedFilters, uplinkFilters } from "./topics";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "x".repeat(16));
  vi.stubEnv("ZIGBEE_BASE_TOPICS", "zigbee2mqtt, home/zigbee/");
  resetEnvironment();
});
afterAll(() => {
  vi.unstubAllEnvs();
  resetEnvironment();
});

const MAC = "02F0AABBCCDD";

describe("the topics of a gateway", () => {
  it.each([
    ["ingest/02F0AABBCCDD/readings", "readings"],
    ["ingest/02f0aabbccdd/readings", "readings"],
    ["ingest/02F0AABBCCDD/properties", "properties"],
    ["command/02F0AABBCCDD/response", "response"],
  ])("%s is its own to publish to", (topic, uplink) => {
    expect(parseUplink(topic)).toEqual({ mac: MAC, uplink });
    expect(mayPublish(MAC, topic)).toBe(true);
    expect(maySubscribe(MAC, topic)).toBe(false);
  });

  it.each([
    ["zigbee2mqtt/fridge", "zigbee2mqtt/fridge"],
    ["zigbee2mqtt/floor 1/fridge/temperature", "zigbee2mqtt/floor 1/fridge/temperature"],
    ["zigbee2mqtt/bridge/state", "zigbee2mqtt/bridge/state"],
    ["v1/devices/me/telemetry", "v1/devices/me/telemetry"],
    ["v1/devices/me/rpc/response/1", "v1/devices/me/rpc/response/1"],
    ["v1/gateway/telemetry", "v1/gateway/telemetry"],
    ["v2/t", "v2/t"],
    ["v2/a/j", "v2/a/j"],
    ["home/zigbee/fridge", "home/zigbee/fridge"],
  ])("%s is another system's, and every gateway's to publish to", (topic, foreign) => {
    expect(parseUplink(topic)).toEqual({ mac: null, uplink: "foreign", topic: foreign });
    expect(mayPublish(MAC, topic)).toBe(true);
    expect(maySubscribe(MAC, topic)).toBe(false);
    const own = `ingest/${MAC.toLowerCase()}/${topic}`;
    expect(parseUplink(own)).toEqual({ mac: MAC, uplink: "foreign", topic: foreign });
    expect(mayPublish(MAC, own)).toBe(true);
    expect(mayPublish(MAC, `ingest/000000000000/${topic}`)).toBe(false);
  });

  it.each([
    "zigbee2mqtt",
    "zigbee2mqtt/",
    "zigbee2mqtt/+",
    `zigbee2mqtt/${"x".repeat(201)}`,
    "house/zigbee2mqtt/fridge",
    "v1/devices/you/telemetry",
    "v1/gateway",
    "v2/ta",
    "ingest/000000000000/readings",
    "command/000000000000/response",
    "command/02F0AABBCCDD/request",
    "ingest/02F0AABBCCDD/readings/more",
    "ingest/02F0AABBCCDD",
    "ingest/+/readings",
    "ingest//readings",
    "/ingest/02F0AABBCCDD/readings",
    "$SYS/02F0AABBCCDD/readings",
    `ingest/${"F".repeat(51)}/readings`,
    "",
  ])("%j is not", (topic) => expect(mayPublish(MAC, topic)).toBe(false));

  it("are heard at an outside broker, those of every network", () => {
    expect(uplinkFilters()).toContain("ingest/+/home/zigbee/#");
    expect(sharedFilters(["z"])).toContain("$share/frostline/ingest/+/z/#");
  });

  it("are heard on its own request topic alone", () => {
    expect(maySubscribe(MAC, requestTopic(MAC))).toBe(true);
    // Filters that would never match are not granted.
    for (const filter of [
      "command/02f0aabbccdd/request",
      "#",
      "command/#",
      "command/+/request",
      "+/02F0AABBCCDD/request",
      "command/0/request",
      "$SYS/#",
    ])
      expect(maySubscribe(MAC, filter), filter).toBe(false);
  });
});
