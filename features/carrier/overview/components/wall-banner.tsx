import { useTranslations } from "next-intl";
import { ToneIcon } from "@/components/value/tone-icon";
import type { WallDto } from "../schema";
import { isOutdated, type Labels, mainProbe, NOT_CURRENT } from "./wall-tiles";

type WallBannerProps = { all: WallDto["all"]; labels: Labels; now: number };

/** While one place is shown: the worst carrier overall, so that it stays visible. */
export function WallBanner({ all, labels, now }: WallBannerProps) {
  const t = useTranslations("overview");
  const { worst, summary } = all;
  if (!worst || summary.abnormal === 0) return null;
  const probe = mainProbe(worst, now);
  const isOld = isOutdated(probe, now);
  const { number = "", unit = "" } =
    probe && !isOld ? labels.of(worst.customerId).reading(probe.value, probe.measure) : { number: NOT_CURRENT };
  return (
    <p className="flex shrink-0 items-center gap-[1.4vmin] rounded-md bg-critical-solid px-[2vmin] py-[0.8vmin] font-semibold text-[max(15px,2.6vmin)] text-white">
      <ToneIcon tone="critical" className="size-[1.2em]" />
      <span className="min-w-0 flex-1 truncate">{worst.name}</span>
      <span className="whitespace-nowrap tabular-nums">
        {number} {unit}
      </span>
      <span className="whitespace-nowrap font-medium max-sm:hidden">{t("anywhere", { count: summary.abnormal })}</span>
    </p>
  );
}
