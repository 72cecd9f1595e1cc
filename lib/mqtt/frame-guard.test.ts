import fc from "fast-check";
import { generate } from "mqtt-packet";
import { describe, expect, it } from "vitest";
import { FrameGuard, PUBLISH } from "./frame-guard";

const publish = (bytes: number) =>
  generate({
    cmd: "publish",
    topic: "t",
    payload: Buffer.alloc(bytes),
    qos: 0,
    dup: false,
    retain: false,
  });
/** Bytes of topic and topic length. */
const HEAD = 3;

describe("the frame guard", () => {
  it("lets packets up to the limit pass, however the stream is cut", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 300 }), (all, cut, limit) => {
        const stream = Buffer.concat(all.map(publish));
        const guard = new FrameGuard(() => limit + HEAD);
        let passes = true;
        for (let at = 0; at < stream.length && passes; at += cut) passes = guard.take(stream.subarray(at, at + cut));
        expect(passes).toBe(all.every((size) => size <= limit));
      }),
    );
  });

  it("asks for the limit anew at each packet, and refuses at the announcement", () => {
    let limit = 10;
    const guard = new FrameGuard(() => limit);
    expect(guard.take(publish(4))).toBe(true);
    limit = 1000;
    expect(guard.take(publish(500))).toBe(true);
    expect(guard.take(publish(5000).subarray(0, 4))).toBe(false);
  });

  it("knows what kind of packet it is, and counts them", () => {
    const guard = new FrameGuard((packetType) => (packetType === PUBLISH ? 1000 : 10));
    const ping = generate({ cmd: "pingreq" });
    expect(guard.take(Buffer.concat([publish(500), ping, ping]))).toBe(true);
    expect(guard.begun).toBe(3);
    const subscribe = generate({
      cmd: "subscribe",
      messageId: 1,
      subscriptions: [{ topic: "a-longer-topic", qos: 0 }],
    });
    expect(guard.take(subscribe)).toBe(false);
  });

  it("refuses a length of more than four bytes", () => {
    expect(new FrameGuard(() => 2 ** 40).take(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff, 0x01))).toBe(false);
  });
});
