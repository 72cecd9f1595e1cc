"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWindowKeys } from "@/components/shell/use-window-keys";
import { cn } from "@/components/ui/cn";
import { type Preference, savePreference } from "@/lib/preference/preference";
import { useNewLabels } from "../../monitoring/components/labels";
import type { WallState } from "../client";
import { STALE_MS, type Turn, turnFrom } from "../rules";
import type { WallDto } from "../schema";
import { useAwake, useNewBuild, useSeconds, useTurning, useWallFeed } from "./use-wall";
import { WallBanner } from "./wall-banner";
import { WallHeader } from "./wall-header";
import { WallNotice } from "./wall-notice";
import { WallPlaces } from "./wall-places";
import { WallTiles } from "./wall-tiles";
import { WallVerdict } from "./wall-verdict";

type WallLook = { seconds: Turn; isKiosk: boolean; appearance: Preference<"wall">; timeZone: string };

/** The wall display of the console. */
export function WallScreen({ wall, sceneId, ...look }: WallLook & { wall: WallDto; sceneId: number | null }) {
  const [state, turn] = useWallFeed(wall, sceneId);
  return <Wall first={wall} state={state} turn={turn} {...look} />;
}

type WallProps = WallLook & { first: WallDto; state: WallState; turn: (focus: number | null) => void };

/** A wall. The overall state is readable from two metres, and outdated values are clearly marked. */
export function Wall({ first, state, turn, seconds: wished, appearance, timeZone, ...start }: WallProps) {
  const t = useTranslations("overview");
  const [seconds, setSeconds] = useState(wished);
  const [isPaused, setIsPaused] = useState(false);
  const [isKiosk, setIsKiosk] = useState(start.isKiosk);
  const [look, setLook] = useState(appearance);
  const root = useRef<HTMLElement>(null);
  const labels = useNewLabels(timeZone);
  const { wall, receivedAt, problem } = state;
  const now = useSeconds(receivedAt);
  const isStale = problem === "session" || problem === "gone" || now - receivedAt > STALE_MS;
  // Ages use the server's clock, because the local clock may be wrong.
  const serverNow = wall.at + Math.max(0, now - receivedAt);
  useTurning(state, turn, { seconds, isHeld: isPaused || isStale });
  useNewBuild(first.build, wall.build, now);
  useAwake();
  useEffect(() => {
    const left = () => !document.fullscreenElement && setIsKiosk(start.isKiosk);
    document.addEventListener("fullscreenchange", left);
    return () => document.removeEventListener("fullscreenchange", left);
  }, [start.isKiosk]);

  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    // Fullscreen may be refused by a policy; the console is hidden in any case.
    else document.documentElement.requestFullscreen?.().catch(() => {});
    setIsKiosk(!isKiosk);
  };
  const step = (by: 1 | -1) => turn(turnFrom(wall.places, wall.focus.place, by));
  const actions: Record<string, () => void> = {
    " ": () => setIsPaused(!isPaused),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    f: toggleFull,
  };
  useWindowKeys((key, target) => {
    const action = actions[key];
    // Keys in the menu beside the wall keep their meaning.
    if (!action || (target !== document.body && !root.current?.contains(target))) return false;
    action();
    return true;
  });
  const place = wall.places.find(({ key }) => key === wall.focus.place);
  return (
    <section
      ref={root}
      data-theme={look}
      data-wall={isKiosk ? "kiosk" : ""}
      aria-label={t("label")}
      className="relative flex min-h-0 grow flex-col gap-[1.2vmin] bg-background p-[max(8px,1.4vmin)] text-foreground md:basis-0 md:overflow-hidden"
    >
      <WallHeader
        title={place?.name ?? wall.all.name ?? t("everything")}
        now={serverNow}
        asOf={wall.at}
        isStale={isStale}
        timeZone={timeZone}
        turning={{ seconds, setSeconds, isPaused, setIsPaused, step }}
        look={{
          value: look,
          change: (next) => {
            setLook(next);
            savePreference("wall", next);
          },
        }}
        full={{ isFull: isKiosk, toggle: toggleFull }}
      />
      {isStale && <WallNotice problem={problem} since={wall.at} now={serverNow} timeZone={timeZone} />}
      <div
        inert={isStale}
        className={cn("flex min-h-0 grow flex-col gap-[1.2vmin]", isStale && "opacity-35 grayscale")}
      >
        <WallVerdict summary={wall.focus.summary} isKnown={!isStale} />
        {wall.focus.place !== null && <WallBanner all={wall.all} labels={labels} now={serverNow} />}
        <WallTiles
          key={wall.focus.place ?? "all"}
          items={wall.focus.items}
          summary={wall.focus.summary}
          labels={labels}
          now={serverNow}
        />
        <WallPlaces
          places={wall.places}
          more={wall.morePlaces}
          all={wall.all.summary}
          focus={wall.focus.place}
          onTurn={turn}
        />
      </div>
    </section>
  );
}
