import { formatStamp } from "@/lib/datetime/format";
import type { TimeChartWords } from "./time-chart";
import type { TimeRange } from "./zoom";

/** The part of a translator that is used here. */
type Words = (key: string, values?: Record<string, string | number>) => string;

type Shown = { measures: string; count: number; range: TimeRange; timeZone: string; resolution: string };

/** The labels of a chart and its tools from the `history` messages, and the caption of its exported PNG. */
export function chartWords(t: Words, title: string, shown: Shown) {
  const { measures, count, range, timeZone, resolution } = shown;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const [from, to] = [stamp(range.from), stamp(range.to)];
  const words: TimeChartWords = {
    label: t("chart.label", { measures, count, from, to }),
    tools: t("chart.tools"),
    closer: t("chart.closer"),
    wider: t("chart.wider"),
    earlier: t("chart.earlier"),
    later: t("chart.later"),
    whole: t("chart.whole"),
    hint: t("chart.hint"),
    picture: t("chart.picture"),
    events: t("chart.events"),
    resolution,
  };
  const lines = [`${from} – ${to} · ${t("header.zone", { zone: timeZone })}`, `${measures} · ${resolution}`];
  return { words, picture: { title, lines, fileName: `GM_${from}_${to}.png`.replaceAll(/[: ]/g, "-") } };
}
