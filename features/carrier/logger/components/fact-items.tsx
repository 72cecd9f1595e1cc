import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { formatNumber, formatReading, NO_VALUE } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { faultKind } from "../logger.rules";
import type { LoggerFileDto } from "../logger.schema";

const MINUTE_MS = 60_000;

/** The logger's metadata and the summary of its record, as terms and values; only what the file contains. */
export function useFactItems({ facts, timeZone }: Pick<LoggerFileDto, "facts" | "timeZone">) {
  const t = useTranslations("history.logger.check");
  const locale = useValueLocale();
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const degrees = (value: number) => formatReading(value, "temperature", locale).text;
  const { summary, limits, timeouts, missing, errors } = facts;
  const extreme = (value: number, at: number | null) =>
    at === null ? degrees(value) : t("extreme", { value: degrees(value), time: stamp(at) });
  const lines = (all: readonly string[]) =>
    all.map((line, index) => (
      <span key={index} className="block">
        {line}
      </span>
    ));
  const items: { term: string; value: ReactNode }[] = [];
  const put = (term: string, value: ReactNode) => items.push({ term, value });
  if (summary) {
    const { startedAt, stoppedAt, minimum, minimumAt, maximum, maximumAt, mean, mkt, mktEnergy } = summary;
    if (startedAt !== null)
      put(t("recorded"), stoppedAt === null ? stamp(startedAt) : `${stamp(startedAt)} – ${stamp(stoppedAt)}`);
    if (minimum !== null) put(t("lowest"), extreme(minimum, minimumAt));
    if (maximum !== null) put(t("highest"), extreme(maximum, maximumAt));
    if (mean !== null) put(t("mean"), degrees(mean));
    if (mkt !== null)
      put(
        t("mkt"),
        mktEnergy === null
          ? degrees(mkt)
          : t("mktEnergy", { value: degrees(mkt), energy: formatNumber(mktEnergy, locale) }),
      );
  }
  if (limits.length > 0)
    put(
      t("limits"),
      lines(
        limits.map(
          ({ side, limit, minutes, kind }) =>
            `${t(`alarm.${side}`, { limit: degrees(limit), duration: formatDuration(minutes * MINUTE_MS, locale) })} (${t(`kind.${kind}`)})`,
        ),
      ),
    );
  if (missing.length > 0)
    put(
      t("missing"),
      lines(
        missing.map(({ from, to, count }) =>
          t("missingSpan", { count, span: from === to ? stamp(from) : `${stamp(from)} – ${stamp(to)}` }),
        ),
      ),
    );
  if (timeouts.length > 0)
    put(
      t("timeouts"),
      lines(
        timeouts.map(({ sensor, day, from, minutes }) =>
          t(`timeout.${sensor}`, {
            duration: formatDuration(minutes * MINUTE_MS, locale),
            time: stamp(from ?? day).slice(0, from === null ? 10 : 16),
          }),
        ),
      ),
    );
  if (errors.length > 0)
    put(
      t("errors"),
      lines(
        errors.map(({ code, count, at }) =>
          t(`error.${faultKind(code)}`, { code, count, time: at === null ? NO_VALUE : stamp(at) }),
        ),
      ),
    );
  return items;
}
