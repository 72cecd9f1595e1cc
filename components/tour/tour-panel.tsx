"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { findShown } from "./find-shown";
import { type Box, placePanel } from "./place-panel";

/** `left` means that the user continued to work beside the tour and stays where they are. */
export type TourEnd = "done" | "skip" | "never" | "left";

/** One step: an element of a page, found by a selector. */
export type TourStep = { id: string; path: string; selector: string; title: string; text: string };

const RING_PX = 6;
/** Free space above the scroll target for the top bar. */
const ABOVE_PX = 64;

type TourPanelProps = {
  step: TourStep;
  element: HTMLElement;
  /** From 1. */
  position: number;
  total: number;
  /** Absent in the first step. */
  onPrevious: (() => void) | undefined;
  onNext: () => void;
  onEnd: (end: TourEnd) => void;
};

function put(box: HTMLElement, { top, left, width, height }: Partial<Box>) {
  box.style.transform = `translate(${left}px, ${top}px)`;
  if (width !== undefined) box.style.width = `${width}px`;
  if (height !== undefined) box.style.height = `${height}px`;
}

function bring(element: HTMLElement) {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.style.scrollMarginTop = `${ABOVE_PX}px`;
  // To the top on a phone, because the panel covers the lower half.
  const block = window.matchMedia("(width < 48rem)").matches ? "start" : "nearest";
  element.scrollIntoView({ block, behavior: isCalm ? "instant" : "smooth" });
}

/**
 * Explains a highlighted element while the rest is dimmed. The focus is trapped inside; a click outside reaches the
 * page and ends the tour, so the tour never blocks the user.
 */
export function TourPanel({ step, element, position, total, onPrevious, onNext, onEnd }: TourPanelProps) {
  const t = useTranslations("tour");
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const light = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const isLast = position === total;

  // Synchronously with the text, so that no key press is lost.
  useLayoutEffect(() => next.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    bring(element);
    let current = element;
    let last = "";
    // Live values move elements below them, so the target is tracked on every frame.
    const follow = () => {
      if (!current.isConnected) current = findShown(step.selector) ?? current;
      const { top, left, width, height } = current.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      const said = [top, left, width, height, clientWidth, clientHeight, panel.current?.offsetHeight].join();
      if (said !== last && panel.current && light.current) {
        last = said;
        const ring = {
          top: top - RING_PX,
          left: left - RING_PX,
          width: width + 2 * RING_PX,
          height: height + 2 * RING_PX,
        };
        const size = { width: panel.current.offsetWidth, height: panel.current.offsetHeight };
        put(light.current, ring);
        put(panel.current, placePanel(ring, size, { width: clientWidth, height: clientHeight }));
      }
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [element, step]);

  const leave = useEffectEvent(() => onEnd("left"));
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest("[data-tour], [data-over-dialogs]")) leave();
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onEnd("skip");
    else if (event.key === "ArrowRight") onNext();
    else if (event.key === "ArrowLeft") onPrevious?.();
    else if (event.key === "Tab") {
      const buttons = [...(panel.current?.querySelectorAll<HTMLElement>("button") ?? [])];
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      buttons.at((at + (event.shiftKey ? -1 : 1)) % buttons.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div
        ref={light}
        aria-hidden="true"
        className="pointer-events-none fixed top-0 left-0 z-50 rounded-xl shadow-[0_0_0_200vmax_var(--overlay)] outline-2 outline-primary motion-safe:animate-in motion-safe:fade-in-0"
      />
      <div
        ref={panel}
        data-tour={step.id}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="fixed top-0 left-0 z-50 flex w-95 max-w-[calc(100vw-1rem)] flex-col gap-3 rounded-lg bg-popover p-4 text-popover-foreground shadow-overlay outline-none"
      >
        <div className="flex items-baseline justify-between gap-3">
          <h2 id={`${id}-title`} className="font-semibold text-lg">
            {step.title}
          </h2>
          <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
            {t("progress", { position, total })}
          </span>
        </div>
        <p id={`${id}-text`} className="text-muted-foreground">
          {step.text}
        </p>
        <div className="flex flex-wrap items-center gap-1.5">
          <Button variant="ghost" className="-ml-3" onClick={() => onEnd("never")}>
            {t("never")}
          </Button>
          <span className="ml-auto flex flex-wrap justify-end gap-1.5">
            {!isLast && (
              <Button variant="ghost" onClick={() => onEnd("skip")}>
                {t("skip")}
              </Button>
            )}
            {onPrevious && <Button onClick={onPrevious}>{t("previous")}</Button>}
            <Button ref={next} variant="primary" onClick={onNext}>
              {t(isLast ? "done" : "next")}
            </Button>
          </span>
        </div>
      </div>
    </>
  );
}
