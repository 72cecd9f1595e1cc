import type { DeviceKind, DeviceUse, Measure } from "@/db/enums";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import { SCENARIO_DEVICES, type Scenario } from "@/features/simulation/scenario.rules";
import type { CarrierPlan, CustomerPlan } from "./plan";

/** A planned device, with its measures and the carrier that it is mounted on. */
export type DevicePlan = {
  kind: DeviceKind;
  typeCode: string;
  serialNumber: string;
  mac: string | null;
  name: string;
  use: DeviceUse;
  gateway: string | null;
  reportIntervalSeconds: number;
  measures: readonly Measure[];
  carrier: CarrierPlan | null;
  story: Scenario | null;
  /** Days from now until its calibration expires. */
  calibrationDueDays: number | null;
};

const PREFIXES: Record<string, string> = {
  zbp_1: "ZB1",
  zbp_2: "ZB2",
  lora_1: "LR1",
  lora_2: "LR2",
  zeta_1: "ZT1",
  zeta_2: "ZT2",
  "4g_1": "4G1",
  "4g_gps_2": "4GG",
  gt_1: "GW1",
  gt_2: "GW2",
  gt_3: "GW3",
  dt_1: "DS1",
  rt_1: "RL1",
  gs_6: "GS6",
  m1: "DM1",
  "433": "BS4",
  "4g": "BSG",
};
const GAS_PREFIX = "GS0";

/** All devices of a customer: gateways first, then carrier by carrier, then unmounted ones. */
export function devicesOf(plan: CustomerPlan, customerNumber: number): DevicePlan[] {
  const numbers = new Map<string, number>();
  const serial = (typeCode: string, story: Scenario | undefined): string => {
    if (story) return SCENARIO_DEVICES[story];
    const prefix = PREFIXES[typeCode] ?? GAS_PREFIX;
    const next = (numbers.get(prefix) ?? 0) + 1;
    numbers.set(prefix, next);
    return `${prefix}-24${customerNumber}${String(next).padStart(3, "0")}`;
  };
  const device = (
    kind: DeviceKind,
    typeCode: string,
    rest: Pick<DevicePlan, "name" | "gateway" | "carrier"> & { story?: Scenario; use?: DeviceUse },
  ): DevicePlan => {
    const serialNumber = serial(typeCode, rest.story);
    const use = rest.use ?? "activated";
    return {
      kind,
      typeCode,
      serialNumber,
      mac: macOf(kind, typeCode, serialNumber),
      name: rest.name,
      use,
      gateway: rest.gateway,
      reportIntervalSeconds: typeCode.startsWith("4g") || /^(gt|gs|m1)/.test(typeCode) ? 30 : 60,
      measures: use === "unactivated" ? [] : measuresOf(kind, typeCode),
      carrier: rest.carrier,
      story: rest.story ?? null,
      calibrationDueDays: kind === "sensor" ? Math.round(uniformAt(hashText(serialNumber), 9) * 360) - 12 : null,
    };
  };

  const gateways = plan.gateways.map(({ name, typeCode, story }) =>
    device("gateway", typeCode, { name, gateway: null, carrier: null, ...(story && { story }) }),
  );
  const mounted = plan.carriers.flatMap((carrier) => {
    const { gateway } = carrier;
    const sensors = carrier.sensors.map((typeCode, index) =>
      device("sensor", typeCode, {
        name: `${carrier.name} ${plan.locale === "zh-CN" ? "探头" : "Fühler"} ${index + 1}`,
        gateway: typeCode.startsWith("4g") ? null : gateway,
        carrier,
        ...(index === 0 && carrier.story && { story: carrier.story }),
      }),
    );
    const word = (zh: string, de: string) => `${carrier.name} ${plan.locale === "zh-CN" ? zh : de}`;
    const more: DevicePlan[] = [];
    if (carrier.co2) more.push(device("gas", "gs_6", { name: word("二氧化碳", "CO₂"), gateway, carrier }));
    if (carrier.hasDoorMagnet)
      more.push(device("magnetism", "m1", { name: word("门磁", "Türkontakt"), gateway, carrier }));
    if (carrier.hasBase) more.push(device("base", "433", { name: word("智能底座", "Smart Base"), gateway, carrier }));
    return [...sensors, ...more];
  });
  const loose = plan.loose.map(({ kind, typeCode, name, gateway, use }) =>
    device(kind, typeCode, { name, gateway, carrier: null, ...(use && { use }) }),
  );
  return [...gateways, ...mounted, ...loose];
}

function measuresOf(kind: DeviceKind, typeCode: string): Measure[] {
  switch (kind) {
    case "sensor": {
      const climate: Measure[] = typeCode.endsWith("_2") ? ["temperature", "humidity"] : ["temperature"];
      if (typeCode.startsWith("4g")) return [...climate, "signal"];
      return [...climate, typeCode.startsWith("zbp") ? "battery" : "voltage", "signal"];
    }
    case "gas":
      return [typeCode === "gs_6" ? "co2" : "gas"];
    case "magnetism":
      return ["door"];
    case "base":
      return ["power", "signal"];
    case "display":
    case "relay":
      return ["signal"];
    case "gateway":
      return [];
  }
}

/** Eight bytes for ZigBee, LoRa and Zeta devices, six for a gateway, none for a device with only a SIM card. */
function macOf(kind: DeviceKind, typeCode: string, serialNumber: string): string | null {
  if (typeCode.startsWith("4g")) return null;
  const hex = (seed: number, digits: number) =>
    hashText(serialNumber, seed).toString(16).padStart(8, "0").slice(-digits).toUpperCase();
  return kind === "gateway" ? `02F0${hex(1, 8)}` : `00124B00${hex(1, 8)}`;
}
