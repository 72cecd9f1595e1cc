import { describe, expect, it } from "vitest";
import { failureOf } from "@/lib/http/error-response";
import { assertSecretStays, isElsewhere, isHost, isTopic, isTopicFilter } from "./forward.rules";
import { ForwardInput } from "./forward.schema";

const MQTT = { name: "hub", type: "mqtt", host: "hub.example", port: 1883, publishTopic: "cold" };
const HTTP = { name: "hub", type: "http", host: "hub.example", port: 443, path: "/in" };
const TCP = { name: "hub", type: "tcp", host: "hub.example", port: 9000 };

/** All issues as `field rule`. */
const issuesOf = (input: object): string[] => {
  const parsed = ForwardInput.safeParse(input);
  return parsed.success ? [] : (failureOf(parsed.error).issues ?? []).map(({ path, rule }) => `${path} ${rule}`);
};

describe("the settings of a target", () => {
  it.each([
    ["topic", { publishTopic: "t".repeat(64) }, { publishTopic: "t".repeat(65) }, "publishTopic too_big"],
    ["topic", { subscribeTopic: "t".repeat(64) }, { subscribeTopic: "t".repeat(65) }, "subscribeTopic too_big"],
    ["topic", { publishTopic: "a/b" }, { publishTopic: "a/+" }, "publishTopic topic"],
    ["topic", { publishTopic: "a" }, { publishTopic: "" }, "publishTopic required"],
    ["topic", { subscribeTopic: "a/+/#" }, { subscribeTopic: "a#" }, "subscribeTopic topicFilter"],
    ["timeout", { timeoutSeconds: 0 }, { timeoutSeconds: -1 }, "timeoutSeconds too_small"],
    ["timeout", { timeoutSeconds: 30 }, { timeoutSeconds: 31 }, "timeoutSeconds too_big"],
    ["heartbeat", { heartbeatSeconds: 0 }, { heartbeatSeconds: -1 }, "heartbeatSeconds too_small"],
    ["heartbeat", { heartbeatSeconds: 60 }, { heartbeatSeconds: 61 }, "heartbeatSeconds too_big"],
    ["port", { port: 1 }, { port: 0 }, "port too_small"],
    ["port", { port: 65_535 }, { port: 65_536 }, "port too_big"],
    ["host", { host: "10.0.0.255" }, { host: "10.0.0.256" }, "host host"],
    ["host", { host: "a-b.example" }, { host: "http://a.example" }, "host host"],
    ["name", { name: "n".repeat(30) }, { name: "n".repeat(31) }, "name too_big"],
    ["name", { name: "n" }, { name: " " }, "name required"],
    ["type", { type: "mqtt" }, { type: "ftp" }, "type invalid_value"],
    ["qos", { qos: 2 }, { qos: 3 }, "qos too_big"],
    ["platform", { platformCode: "GZ_1" }, { platformCode: "GZ-1" }, "platformCode word"],
    ["platform", { platformName: "n".repeat(30) }, { platformName: "n".repeat(31) }, "platformName too_big"],
    ["vendor", { vendorCode: "V1" }, { vendorCode: "V 1" }, "vendorCode word"],
    ["app", { appId: "a".repeat(50) }, { appId: "a".repeat(51) }, "appId too_big"],
    ["app key", { appKey: "k".repeat(100) }, { appKey: "k".repeat(101) }, "appKey too_big"],
    ["login", { username: "u", password: "p" }, { username: "", password: "p" }, "username usernameToo"],
    ["content", { sendsExceptions: false }, { sendsReadings: false, sendsExceptions: false }, "sendsReadings oneKind"],
  ])("%s: %j passes, %j does not: %s", (_, passes, fails, issue) => {
    expect(issuesOf({ ...MQTT, ...passes })).toEqual([]);
    expect(issuesOf({ ...MQTT, ...fails })).toEqual([issue]);
  });

  it.each([
    [HTTP, { path: "/in?a=1&b=%20" }, { path: "in" }, "path urlPath"],
    [HTTP, { path: "/" }, { path: "/a b" }, "path urlPath"],
    [HTTP, { password: "token" }, { path: "/a host: b" }, "path urlPath"],
    [TCP, { qos: 1 }, { qos: 2 }, "qos tcpQos"],
  ])("%j with %j passes, with %j not: %s", (target, passes, fails, issue) => {
    expect(issuesOf({ ...target, ...passes })).toEqual([]);
    expect(issuesOf({ ...target, ...fails })).toEqual([issue]);
  });
});

it.each([
  ["localhost", true],
  ["a.b-c.example", true],
  ["192.168.1.10", true],
  ["1.2.3", false],
  ["1.2.3.4.5", false],
  ["-a.example", false],
  ["a..example", false],
  ["a_b.example", false],
  ["user@host", false],
  ["::1", false],
  ["", false],
])("%j is a host: %s", (host, expected) => {
  expect(isHost(host)).toBe(expected);
});

it.each([
  ["a/b", true, true],
  ["a/+/c", false, true],
  ["#", false, true],
  ["a/#", false, true],
  ["a/#/b", false, false],
  ["a+", false, false],
  ["a\0", false, false],
])("%j can be published to: %s, subscribed to: %s", (topic, publish, subscribe) => {
  expect([isTopic(topic), isTopicFilter(topic)]).toEqual([publish, subscribe]);
});

describe("a stored password", () => {
  const old = { type: "mqtt", host: "Hub.example", port: 8883, isTls: true } as const;

  it.each([
    [{}, false],
    [{ host: "hub.EXAMPLE" }, false],
    [{ host: "other.example" }, true],
    [{ port: 1883 }, true],
    [{ type: "tcp" as const }, true],
    [{ isTls: false }, true],
  ])("with %j it would go elsewhere: %s", (change, expected) => {
    expect(isElsewhere(old, { ...old, ...change })).toBe(expected);
  });

  it.each([
    [true, undefined, true, false],
    [true, "", true, false],
    [true, "again", true, true],
    [true, null, true, true],
    [true, undefined, false, true],
    [false, undefined, true, true],
  ])("there: %s, given %j, moved: %s is allowed: %s", (has, given, moves, allowed) => {
    const check = () => assertSecretStays(has, given, moves);
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow("password: must be entered again");
  });
});

it("encryption that is new is not elsewhere", () => {
  const open = { type: "tcp", host: "a", port: 1, isTls: false } as const;
  expect(isElsewhere(open, { ...open, isTls: true })).toBe(false);
});
