"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { usePathname, useRouter } from "@/lib/i18n/navigation";
import { findShown } from "./find-shown";
import { stepsFrom } from "./steps";
import { type TourEnd, TourPanel, type TourStep } from "./tour-panel";

/** How long another page may take to show the target, in milliseconds; and how long once the page is complete. */
const WAIT_MS = 8000;
const SETTLED_MS = 700;

const isLoading = () => document.querySelector("main .animate-skeleton") !== null;

type TourProps = { steps: readonly TourStep[]; onEnd: (end: TourEnd) => void };

/**
 * Shows the steps one after another on their pages. Steps of the first page whose element is absent are left out; on
 * later pages they point to the page itself, so that the number of steps never changes on the way.
 */
export function Tour({ steps: all, onEnd }: TourProps) {
  const pathname = usePathname();
  const router = useRouter();
  const [steps] = useState(() => stepsFrom(all, pathname, (selector) => findShown(selector) !== null));
  const [index, setIndex] = useState(0);
  const [found, setFound] = useState<{ step: TourStep; element: HTMLElement } | null>(null);
  const step = steps[index];
  const shown = found && found.step === step ? found : null;

  const end = useEffectEvent(onEnd);
  const travel = useEffectEvent((path: string) => router.push(path));
  const go = (by: 1 | -1) => setIndex((current) => Math.max(0, current + by));

  useEffect(() => {
    if (!step) return end("done");
    if (shown) return pathname === step.path ? undefined : end("left");
    if (pathname !== step.path) return travel(step.path);
    const from = performance.now();
    let loaded = from;
    const look = () => {
      const element = findShown(step.selector);
      const now = performance.now();
      if (isLoading()) loaded = now;
      if (element) setFound({ step, element });
      else if (now - from < WAIT_MS && now - loaded < SETTLED_MS) frame = requestAnimationFrame(look);
      else setFound({ step, element: findShown("main h1, main h2") ?? document.body });
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [step, shown, pathname]);

  if (!shown) return null;
  return (
    <TourPanel
      key={shown.step.id}
      {...shown}
      position={index + 1}
      total={steps.length}
      onPrevious={index > 0 ? () => go(-1) : undefined}
      onNext={() => go(1)}
      onEnd={onEnd}
    />
  );
}
