import { useLocale, useTranslations } from "next-intl";
import { LineSwatch } from "@/components/chart/chart-readout";
import { MiddleText } from "@/components/value/middle-text";
import type { HistoryProbe } from "../../ingest/probe.schema";
import { type LegendDevice, legendOf, orderOf } from "../history.rules";

/** The name of a device in a legend, with its measures where only they tell it from another. */
export function LegendName({ device: { name, measures } }: { device: LegendDevice }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { style: "short" });
  const text = list.format(measures.map((measure) => t(`measure.${measure}`)));
  return <MiddleText text={measures.length > 0 ? `${name} · ${text}` : name} />;
}

type DeviceLegendProps = { probes: readonly HistoryProbe[]; names: ReadonlyMap<number, string> };

/** Which line is which device; nothing where there is only one. */
export function DeviceLegend({ probes, names }: DeviceLegendProps) {
  const t = useTranslations("history");
  const devices = legendOf(probes, names);
  if (devices.length < 2) return null;
  return (
    <ul aria-label={t("chart.legend")} className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {devices.map((device) => (
        <li key={device.deviceId} className="inline-flex min-w-0 max-w-96 items-center gap-1.5">
          <LineSwatch order={orderOf(probes, device.deviceId)} />
          <LegendName device={device} />
        </li>
      ))}
    </ul>
  );
}
