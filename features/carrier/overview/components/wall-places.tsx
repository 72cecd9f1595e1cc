import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatNumber } from "@/lib/units/format";
import type { MonitoringSummary } from "../../monitoring/monitoring.schema";
import { turnable } from "../rules";
import type { PlaceDto } from "../schema";

type WallPlacesProps = {
  places: readonly PlaceDto[];
  more: number;
  all: MonitoringSummary;
  focus: number | null;
  onTurn: (focus: number | null) => void;
};

const toneOf = ({ abnormal, offline }: Pick<PlaceDto, "abnormal" | "offline">): Tone =>
  abnormal > 0 ? "critical" : offline > 0 ? "warning" : "normal";

/** All places with their state in one row; marks the current one and links to the others. */
export function WallPlaces({ places, more, all, focus, onTurn }: WallPlacesProps) {
  const t = useTranslations("overview");
  const locale = useLocale();
  const turned = turnable(places);
  if (turned.length === 0) return null;
  const stops = [{ key: null, name: t("everything"), ...all }, ...turned];
  return (
    <nav aria-label={t("places")} className="shrink-0">
      <ul className="flex flex-wrap gap-[0.8vmin]">
        {stops.map((stop) => {
          const troubled = stop.abnormal + stop.offline;
          const tone = toneOf(stop);
          return (
            <li key={stop.key ?? "all"} className="min-w-0">
              <button
                type="button"
                aria-current={stop.key === focus ? "true" : undefined}
                onClick={() => onTurn(stop.key)}
                className={cn(
                  "flex min-h-8 max-w-full items-center gap-[0.6vmin] rounded-md border bg-card px-[1.2vmin] text-[max(13px,1.8vmin)] touch:min-h-11 aria-[current]:border-primary aria-[current]:bg-primary-soft",
                  troubled > 0 && "font-semibold",
                )}
              >
                <ToneIcon tone={tone} className={cn("size-[1.2em]", TONE_TEXT[tone])} />
                <span className="max-w-[24vmax] truncate">{stop.name}</span>
                <span className="text-muted-foreground tabular-nums">
                  {troubled > 0
                    ? t("ofTotal", { count: formatNumber(troubled, locale), total: formatNumber(stop.total, locale) })
                    : formatNumber(stop.total, locale)}
                </span>
              </button>
            </li>
          );
        })}
        {more > 0 && (
          <li className="self-center text-[max(13px,1.8vmin)] text-muted-foreground">
            {t("morePlaces", { count: more })}
          </li>
        )}
      </ul>
    </nav>
  );
}
