import { describe, expect, it } from "vitest";
import { replyTo } from "./command.rules";
import { SCENARIO_DEVICES } from "./scenario.rules";

const sensor = { serialNumber: "ZB1-1", typeCode: "zbp_1" };

describe("a simulated device", () => {
  it("takes what it is told within seconds, and reports by it", () => {
    const reply = replyTo(sensor, { sampleIntervalSeconds: 120 });
    expect(reply).toMatchObject({ ok: true, applied: { sampleIntervalSeconds: 120 }, reportIntervalSeconds: 120 });
    expect(!reply.isSilent && reply.delayMs).toBeGreaterThanOrEqual(2000);
    expect(!reply.isSilent && reply.delayMs).toBeLessThanOrEqual(6000);
  });

  it.each([
    ["a ZigBee radio", "zbp_2", { sampleIntervalSeconds: 9 }, "sampleIntervalSeconds: this device needs at least 10"],
    ["a LoRa radio", "lora_1", { transmitPower: 15 }, "transmitPower: this device goes up to 14"],
    ["a Zeta radio", "zeta_2", { transmitPower: 20 }, "transmitPower: this device goes up to 14"],
    ["a modem", "4g_1", { sampleIntervalSeconds: 29 }, "sampleIntervalSeconds: this device needs at least 30"],
  ])("refuses what is beyond %s", (_, typeCode, settings, error) => {
    expect(replyTo({ ...sensor, typeCode }, settings)).toMatchObject({ ok: false, error, reportIntervalSeconds: null });
  });

  it("keeps its interval where the command says nothing of it", () => {
    expect(replyTo(sensor, { transmitPower: 20 })).toMatchObject({ ok: true, reportIntervalSeconds: null });
  });

  it("says nothing when it is dead, and is not there when it is not", () => {
    expect(replyTo({ ...sensor, serialNumber: SCENARIO_DEVICES["dead-sensor"] }, {})).toEqual({ isSilent: true });
    expect(replyTo(null, {})).toMatchObject({ ok: false, error: "no such device" });
  });
});
