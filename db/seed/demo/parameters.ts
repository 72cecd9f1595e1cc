import { type SettingName, type Settings, settingsOf } from "@/features/device/device.rules";
import { hashText } from "@/features/simulation/random.rules";
import type { DevicePlan } from "./devices";

const hexOf = (text: string, seed: number, digits: number): string =>
  hashText(text, seed).toString(16).padStart(8, "0").toUpperCase().slice(0, digits);

/** The network shared by the devices of one gateway. */
const networkOf = ({ kind, name, gateway }: DevicePlan): string => {
  const key = kind === "gateway" ? name : (gateway ?? name);
  return hexOf(key, 21, 8) + hexOf(key, 22, 8);
};

/** What a technician would set, depending on the reporting interval of the device. */
function settingOf(name: SettingName, plan: DevicePlan): string | number | boolean | undefined {
  const { reportIntervalSeconds: interval, serialNumber } = plan;
  switch (name) {
    case "nickname":
      return plan.name.slice(0, 30);
    case "exceptionSampleIntervalSeconds":
      return Math.round(interval / 2);
    case "temperatureChangeThreshold":
      return 0.5;
    case "humidityChangeThreshold":
      return 3;
    case "transmitPower":
      return plan.typeCode.startsWith("zbp") ? 8 : 14;
    case "channelList":
      return "11 15 20 25";
    case "channelMask":
      return "0 1 2 3 4 5 6 7";
    case "channelPage":
      return 0;
    case "extPanId":
      return networkOf(plan);
    case "joinAttempts":
      return 3;
    case "networkAccessIntervalSeconds":
      return 3600;
    case "gpsIntervalSeconds":
      return interval;
    case "devEui":
      return hexOf(serialNumber, 23, 8) + hexOf(serialNumber, 24, 2);
    case "appEui":
      return networkOf({ ...plan, kind: "gateway", name: "application" });
    case "isFlightMode":
      return false;
    case "isGpsOn":
      return plan.typeCode === "gt_2";
    // Keys and addresses depend on the site.
    case "appKey":
    case "ownIp":
    case "port":
      return undefined;
    default:
      return interval;
  }
}

/** The parameters of a configured device; devices of the demo world have confirmed all of them. */
export const parametersOf = (plan: DevicePlan): Settings =>
  Object.fromEntries(
    settingsOf(plan.kind, plan.typeCode).flatMap((name) => {
      const value = settingOf(name, plan);
      return value === undefined ? [] : [[name, value]];
    }),
  );
