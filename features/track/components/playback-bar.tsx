"use client";

import { Crosshair, Pause, Play, StepBack, StepForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { formatStamp } from "@/lib/datetime/format";
import { SPEEDS, stepOf } from "../shown.rules";
import type { Playback } from "../track.client";

type PlaybackBarProps = { playback: Playback; span: { from: number; to: number }; timeZone: string };

/** Play, pause, speed and a slider along the track; sized for touch where there is no pointer. */
export function PlaybackBar({ playback, span, timeZone }: PlaybackBarProps) {
  const t = useTranslations("track.playback");
  const { at, go, isPlaying, toggle, speed, setSpeed, isFollowing, setFollowing } = playback;
  const stamp = formatStamp(new Date(at), { timeZone }).slice(0, 19);
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t px-3 py-2">
      <div className="flex items-center gap-1">
        <Step label={t("back")} onClick={() => go(at - stepOf(span))} icon={<StepBack aria-hidden="true" />} />
        <Button
          variant="primary"
          size="icon"
          aria-label={isPlaying ? t("pause") : t("play")}
          title={t("hint")}
          onClick={toggle}
          className="touch:size-11"
        >
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </Button>
        <Step label={t("forward")} onClick={() => go(at + stepOf(span))} icon={<StepForward aria-hidden="true" />} />
      </div>
      <input
        type="range"
        aria-label={t("position")}
        aria-valuetext={stamp}
        min={span.from}
        max={span.to}
        step={1000}
        value={at}
        onChange={(event) => go(Number(event.target.value))}
        className="h-8 min-w-40 flex-1 cursor-pointer accent-primary touch:h-11"
      />
      <output className="whitespace-nowrap text-muted-foreground text-sm tabular-nums">{stamp}</output>
      <div className="flex items-center gap-1">
        <Select
          aria-label={t("speed")}
          value={speed}
          onChange={(event) => setSpeed(Number(event.target.value))}
          className="w-20 touch:h-11"
        >
          {SPEEDS.map((count) => (
            <option key={count} value={count}>
              {t("times", { count })}
            </option>
          ))}
        </Select>
        <Button
          size="icon"
          variant={isFollowing ? "primary" : "ghost"}
          aria-pressed={isFollowing}
          aria-label={t("follow")}
          title={t("follow")}
          onClick={() => setFollowing(!isFollowing)}
          className="touch:size-11"
        >
          <Crosshair aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}

type StepProps = { label: string; icon: React.ReactNode; onClick: () => void };

const Step = ({ label, icon, onClick }: StepProps) => (
  <Button size="icon" variant="ghost" aria-label={label} title={label} onClick={onClick} className="touch:size-11">
    {icon}
  </Button>
);
