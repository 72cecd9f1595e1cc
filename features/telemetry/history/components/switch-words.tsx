import type { ChartPanel } from "@/components/chart/chart-panel";
import type { Measure } from "@/db/enums";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatDuration } from "@/lib/datetime/format";
import { formatNumber, formatReading } from "@/lib/units/format";

/** The part of a translator of the `history` messages that is used here. */
export type Words = (key: string, values?: Record<string, string>) => string;
type Wording = { t: Words; locale: string };

/** Labels of the values 0 and 1 of a switch. */
export function wordsOf(measure: Measure, t: Words): readonly [string, string] | undefined {
  if (measure === "door") return [t("word.doorClosed"), t("word.doorOpen")];
  if (measure === "power") return [t("word.powerOff"), t("word.powerOn")];
  return undefined;
}

/** A share of time in percent; one that is not nothing, or not all, does not read as such. */
function shareText(share: number, locale: string): string {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return `< ${formatNumber(1, locale)} %`;
  if (percent > 99 && percent < 100) return `> ${formatNumber(99, locale)} %`;
  return `${formatNumber(percent, locale)} %`;
}

/** What one point of the lines stands for, in words. */
export function resolutionText(
  bucketSeconds: number,
  probes: readonly { measure: Measure }[],
  { t, locale }: Wording,
): string {
  if (bucketSeconds === 0) return t("chart.raw");
  const mean = t("chart.bucket", { duration: formatDuration(bucketSeconds * 1000, locale) });
  const shares = probes.some(({ measure }) => isSwitch(measure)) ? t("chart.bucketShare") : null;
  if (shares && probes.every(({ measure }) => isSwitch(measure))) return shares;
  return shares ? `${mean} · ${shares}` : mean;
}

type Lane = { id: string; measure: Measure; name: string };
type LaneFrame = Pick<
  ChartPanel,
  "id" | "title" | "heading" | "words" | "share" | "isFilled" | "format" | "formatAxis"
>;

/** The frame of the lane of one switch, named by its probe, without its line. */
export function laneOf({ id, measure, name }: Lane, { t, locale }: Wording): LaneFrame {
  const heading = t(`measure.${measure}`);
  const words = wordsOf(measure, t);
  return {
    id: `${measure} ${id}`,
    title: name ? `${heading} · ${name}` : heading,
    heading,
    ...(words && { words }),
    share: (share) => t(`chart.share.${measure}`, { share: shareText(share, locale) }),
    isFilled: measure === "door",
    format: (value) => formatReading(value, measure, locale).text,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
}
