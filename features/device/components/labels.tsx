import { useTranslations } from "next-intl";
import type { Tone } from "@/components/value/tone";
import type { CalibrationState, ConfigStatus, DeviceKind, DeviceUse, Measure, OnlineStatus } from "@/db/enums";
import { namingOf } from "@/features/telemetry/ingest/channel.rules";
import { isHeld } from "@/features/telemetry/ingest/holding.rules";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { formatReading } from "@/lib/units/format";
import { useValueLocales } from "@/lib/units/units-context";
import type { DeviceDto, DeviceProbeDto } from "../device.schema";

export const ONLINE_TONE: Record<OnlineStatus, Tone> = {
  online: "normal",
  offline: "offline",
  unknown: "offline",
  stopped: "paused",
};

export const CALIBRATION_TONE: Record<CalibrationState, Tone> = {
  valid: "normal",
  dueSoon: "warning",
  expired: "critical",
  none: "offline",
};

export const CONFIG_TONE: Record<ConfigStatus, Tone> = {
  wait: "paused",
  configuring: "paused",
  configured: "normal",
  fail: "critical",
};

type Online = Pick<DeviceDto, "onlineStatus" | "custody" | "kind" | "use">;

/** Labels shared by several parts of the screens, with values in the unit of a customer; undefined is the page's. */
export function useLabels(customerId?: number) {
  const t = useTranslations("device");
  const tMeasure = useTranslations("carrier.measure");
  const tProbe = useTranslations("carrier.probe");
  const locale = useValueLocales()(customerId);
  const use = (kind: DeviceKind, value: DeviceUse) => t(`${kind === "relay" ? "relayUse" : "use"}.${value}`);
  return {
    measure: (measure: Measure) => tMeasure(measure),
    /** A newer value that is an unconfirmed jump, with its unit. */
    unconfirmed: (probe: DeviceProbeDto) => unconfirmedText(probe, locale),
    /** Label of a probe, distinct among the probes of its device. */
    probe(probe: Pick<DeviceProbeDto, "measure" | "channel">, all: readonly DeviceProbeDto[]): string {
      const measure = tMeasure(probe.measure);
      const naming = namingOf(probe, all);
      return naming ? tProbe(naming, { measure, name: probe.channel }) : measure;
    },
    probeFault: tProbe("fault"),
    use,
    /** The online status in a word: why a device is stopped, if it is. */
    online: ({ onlineStatus, custody, kind, use: value }: Online): string => {
      if (onlineStatus !== "stopped") return t(`online.${onlineStatus}`);
      return isHeld(custody) ? use(kind, value) : t(`custody.${custody}`);
    },
    /** A value with its unit; door and power as a word. */
    reading(value: number | null, measure: Measure): { number: string; unit: string } {
      if (value !== null && measure === "door")
        return { number: t(value === 1 ? "door.open" : "door.closed"), unit: "" };
      if (value !== null && measure === "power") return { number: t(value === 1 ? "power.on" : "power.off"), unit: "" };
      const { number, unit } = formatReading(value, measure, locale);
      return { number, unit };
    },
  };
}
