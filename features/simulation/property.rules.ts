import { hashText, uniformAt } from "./random.rules";

type Known = { serialNumber: string; typeCode: string; mac: string | null };

const pick = (serialNumber: string, index: number, count: number) =>
  Math.floor(uniformAt(hashText(serialNumber), index) * count);

const short = (serialNumber: string) =>
  `0x${(hashText(serialNumber, 5) & 0xffff).toString(16).padStart(4, "0").toUpperCase()}`;

/** Properties that a simulated gateway reports when it connects. */
export function gatewayProperties({ serialNumber, typeCode, mac }: Known): Record<string, unknown> {
  const host = 10 + pick(serialNumber, 21, 200);
  return {
    firmware: `3.${pick(serialNumber, 22, 3)}.${pick(serialNumber, 23, 9)}`,
    hardware: typeCode,
    mac,
    ieee: mac && `00124B${mac.slice(-10)}`,
    longAddress: mac && `00124B${mac.slice(-10)}`,
    shortAddress: "0x0000",
    panId: short(serialNumber),
    tcpLink: "up",
    lteLink: typeCode === "gt_1" ? "none" : "up",
    lteSignalDbm: typeCode === "gt_1" ? null : -61 - pick(serialNumber, 24, 30),
    flightMode: false,
    gps: typeCode === "gt_2",
    powerSupply: "mains",
    batteryPercent: 92 + pick(serialNumber, 25, 9),
    ip: `192.168.20.${host}`,
    wanIp: `10.64.3.${host}`,
    port: 1883,
  };
}

/** Properties that it reports for a device behind it. */
export function deviceProperties({ serialNumber, typeCode, mac }: Known): Record<string, unknown> {
  return {
    firmware: `1.${pick(serialNumber, 31, 4)}.${pick(serialNumber, 32, 20)}`,
    hardware: typeCode,
    longAddress: mac,
    shortAddress: short(serialNumber),
    lqi: 110 + pick(serialNumber, 33, 140),
    hops: 1 + pick(serialNumber, 34, 2),
    joined: true,
  };
}
