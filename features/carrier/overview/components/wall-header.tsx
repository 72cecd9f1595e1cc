import { ChevronLeft, ChevronRight, Maximize, Minimize, Moon, Pause, Play, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { formatDay, formatTime } from "@/lib/datetime/format";
import type { Preference } from "@/lib/preference/preference";
import { useValueLocale } from "@/lib/units/units-context";
import { TURNS, type Turn } from "../rules";

type WallHeaderProps = {
  title: string;
  /** The server's clock, epoch ms. */
  now: number;
  asOf: number;
  isStale: boolean;
  timeZone: string;
  turning: {
    seconds: Turn;
    setSeconds: (seconds: Turn) => void;
    isPaused: boolean;
    setIsPaused: (isPaused: boolean) => void;
    step: (by: 1 | -1) => void;
  };
  look: { value: Preference<"wall">; change: (look: Preference<"wall">) => void };
  full: { isFull: boolean; toggle: () => void };
};

/** The place, the clock, the age of the values, and the controls. */
export function WallHeader({ title, now, asOf, isStale, timeZone, turning, look, full }: WallHeaderProps) {
  const t = useTranslations("overview");
  const locale = useValueLocale();
  const { seconds, setSeconds, isPaused, setIsPaused, step } = turning;
  const place = { locale, timeZone };
  const isDark = look.value === "dark";
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1">
      <h2 className="line-clamp-1 min-w-0 flex-1 basis-40 break-all font-semibold text-[max(20px,3.6vmin)] leading-tight">
        {title}
      </h2>
      <div className="flex items-center gap-1" role="toolbar" aria-label={t("control.label")}>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("control.previous")}
          title={t("control.previous")}
          onClick={() => step(-1)}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-pressed={isPaused}
          aria-label={t("control.pause")}
          title={t(isPaused ? "control.resume" : "control.pause")}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("control.next")}
          title={t("control.next")}
          onClick={() => step(1)}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
        <select
          aria-label={t("control.seconds")}
          value={seconds}
          onChange={(event) => setSeconds(Number(event.target.value) as Turn)}
          className="h-control rounded-md border border-input bg-card px-2 text-sm"
        >
          {TURNS.map((turn) => (
            <option key={turn} value={turn}>
              {t("control.every", { seconds: turn })}
            </option>
          ))}
        </select>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t(isDark ? "control.light" : "control.dark")}
          title={t(isDark ? "control.light" : "control.dark")}
          onClick={() => look.change(isDark ? "light" : "dark")}
        >
          {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t(full.isFull ? "control.leaveFull" : "control.full")}
          title={t(full.isFull ? "control.leaveFull" : "control.full")}
          onClick={full.toggle}
        >
          {full.isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </Button>
      </div>
      <p
        className="flex items-baseline gap-[1.2vmin] tabular-nums max-sm:w-full max-sm:justify-between"
        suppressHydrationWarning
      >
        <span
          className={`text-[max(13px,1.7vmin)] ${isStale ? "font-semibold text-critical" : "text-muted-foreground"}`}
        >
          {t("asOf", { time: formatTime(new Date(asOf), place, true) })}
        </span>
        <span className="text-muted-foreground text-[max(13px,1.7vmin)] max-sm:hidden">
          {formatDay(new Date(now), new Date(now - 10 * 86_400_000), place)}
        </span>
        <time className="font-semibold text-[max(24px,4.6vmin)] leading-none">
          {formatTime(new Date(now), place, true)}
        </time>
      </p>
    </header>
  );
}
