import { expect, it } from "vitest";
import { doorsOf, linesOf } from "./endpoints.rules";

const MAC = "001A2B3C4D5E";

it.each([
  [{ port: 1883 }, { url: "mqtt://cold.example.com:1883", host: "cold.example.com", port: "1883" }],
  [
    { url: "mqtts://broker.example.com" },
    { url: "mqtts://broker.example.com", host: "broker.example.com", port: "8883" },
  ],
  [{ url: "mqtt://broker:2883" }, { url: "mqtt://broker:2883", host: "broker", port: "2883" }],
])("the door of the broker %j", (broker, mqtt) => {
  const doors = doorsOf({ origin: "https://cold.example.com:3000", broker, mac: MAC });
  expect(doors).toEqual({
    http: "https://cold.example.com:3000/service/ingest/readings",
    mqtt: { ...mqtt, topic: `ingest/${MAC}/readings`, mac: MAC },
  });
});

it("has no MQTT without a broker or a MAC", () => {
  expect(doorsOf({ origin: "http://localhost:3000", broker: null, mac: MAC }).mqtt).toBeNull();
  expect(doorsOf({ origin: "http://localhost:3000", broker: { port: 1883 }, mac: "" }).mqtt).toBeNull();
});

it("is tried with one reading, in the device's own name", () => {
  const doors = doorsOf({ origin: "http://localhost:3000", broker: { port: 1883 }, mac: MAC });
  const example = { serialNumber: "GW-1", token: "abc", at: 0, isDirect: false };
  const body = '{"readings":[{"device":"GW-1","at":"1970-01-01T00:00:00.000Z","values":{"power":1}}]}';
  expect(linesOf(doors, example)).toEqual({
    curl: [
      "curl -X POST 'http://localhost:3000/service/ingest/readings' \\",
      "  -H 'Authorization: Bearer abc' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '${body}'`,
    ].join("\n"),
    mqtt: [
      "mosquitto_pub -h localhost -p 1883 \\",
      `  -u ${MAC} -P 'abc' \\`,
      `  -q 1 -t 'ingest/${MAC}/readings' \\`,
      `  -m '${body}'`,
    ].join("\n"),
  });
  const direct = linesOf(doors, { ...example, token: null, isDirect: true });
  expect(direct.mqtt).toBeNull();
  expect(direct.curl).toContain("Bearer TOKEN");
  expect(direct.curl).toContain('"temperature":5');
});
