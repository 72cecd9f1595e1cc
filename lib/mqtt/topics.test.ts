import { describe, expect, it } from "vitest";
import { mayPublish, maySubscribe, parseUplink, requestTopic } from "./topics";

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

  it("are heard on its own request topic alone", () => {
    expect(maySubscribe(MAC, requestTopic(MAC))).toBe(true);
    // What it would never hear is not granted.
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
