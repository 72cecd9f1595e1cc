"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { dropTabs, readTabs } from "@/components/shell/visited-tab";
import type { TourEnd } from "@/components/tour/tour-panel";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { usePathname, useRouter } from "@/lib/i18n/navigation";
import { saveGuide } from "../../profile/client";
import { hasRun, noteRun } from "../client";
import type { TourStop } from "../rules";

// Loaded when the tour starts; most pages never need it.
const Tour = dynamic(() => import("@/components/tour/tour").then((module) => module.Tour), { ssr: false });

const HOME = "/home";
const START_MS = 500;

/** Whether the user is in the middle of something that an overlay would disturb, or has yet to set up the monitoring. */
const isBusy = () =>
  document.querySelector("[role=dialog], [popover]:popover-open, [data-checklist]") !== null ||
  document.activeElement?.matches("input, textarea, select") === true;

type TourLauncherProps = { stops: readonly TourStop[]; username: string };

/** Starts the tour on the home page, once for an account and browser, and leaves the window as it was before. */
export function TourLauncher({ stops, username }: TourLauncherProps) {
  const t = useTranslations("tour");
  const pathname = usePathname();
  const router = useRouter();
  const [isRunning, setRunning] = useState(false);
  const before = useRef<{ top: number; tabs: ReadonlySet<string> }>({ top: 0, tabs: new Set() });

  useEffect(() => {
    if (pathname !== HOME || hasRun(username)) return;
    const timer = setInterval(() => {
      // Wait until the page has loaded: a missing element may only be pending.
      if (document.querySelector("[data-on-its-way]")) return;
      clearInterval(timer);
      if (isBusy()) return;
      before.current = { top: window.scrollY, tabs: new Set(readTabs(username).map(({ key }) => key)) };
      setRunning(true);
    }, START_MS);
    return () => clearInterval(timer);
  }, [pathname, username]);

  const switchOff = async () => {
    try {
      await saveGuide(false);
      showToast("normal", t("neverDone"));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      showToast("critical", t("neverFailed"));
    }
  };
  const onEnd = (end: TourEnd) => {
    setRunning(false);
    noteRun(username);
    const { top, tabs } = before.current;
    const isStaying = (path: string) => end === "left" && path === pathname;
    dropTabs(
      username,
      ({ key, path }) => !tabs.has(key) && !isStaying(path) && stops.some((stop) => stop.path === path),
    );
    if (end === "never") void switchOff();
    if (end === "left") return;
    if (pathname === HOME) window.scrollTo({ top });
    else router.push(HOME);
  };
  if (!isRunning) return null;
  const steps = stops.map(({ topic, path }) => ({
    id: topic,
    path,
    selector: `[data-guide="${topic}"]`,
    title: t(`topic.${topic}.title`),
    text: t(`topic.${topic}.text`),
  }));
  return <Tour steps={steps} onEnd={onEnd} />;
}
