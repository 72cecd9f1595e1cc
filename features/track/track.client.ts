import { useEffect, useEffectEvent, useState } from "react";
import { useWindowKeys } from "@/components/shell/use-window-keys";
import { advanced, SPEEDS, stepOf } from "./shown.rules";

type Span = { from: number; to: number };

/** Path of the track window of a carrier, without the locale. */
export function tracePath(id: number, span?: Span): string {
  const query = new URLSearchParams({ id: String(id) });
  if (span) {
    query.set("from", new Date(span.from).toISOString());
    query.set("to", new Date(span.to).toISOString());
  }
  return `/traceDetail?${query}`;
}

/** Interval between frames during playback. */
const FRAME_MS = 40;

/** The instant shown on the track, and its playback. */
export function usePlayback(span: Span) {
  const [at, setAt] = useState(span.from);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(SPEEDS[1]);
  const [isFollowing, setFollowing] = useState(false);

  const go = (wanted: number) => setAt(Math.min(span.to, Math.max(span.from, wanted)));
  const toggle = () => {
    // Playback restarts from the beginning if it is at the end.
    if (!isPlaying && at >= span.to) setAt(span.from);
    setPlaying(!isPlaying);
  };
  const advance = useEffectEvent((elapsedMs: number) => {
    const next = at + advanced(span, elapsedMs, speed);
    go(next);
    if (next >= span.to) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      advance(now - last);
      last = now;
    }, FRAME_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  // Space toggles playback, the arrow keys step.
  const actions: Record<string, () => void> = {
    " ": toggle,
    ArrowLeft: () => go(at - stepOf(span)),
    ArrowRight: () => go(at + stepOf(span)),
    Home: () => go(span.from),
    End: () => go(span.to),
  };
  useWindowKeys((key, target) => {
    const action = actions[key];
    if (!action || target.closest("[role=tablist]")) return false;
    action();
    return true;
  });
  return {
    at,
    go,
    isPlaying,
    toggle,
    pause: () => setPlaying(false),
    speed,
    setSpeed,
    isFollowing,
    setFollowing,
  };
}

export type Playback = ReturnType<typeof usePlayback>;
