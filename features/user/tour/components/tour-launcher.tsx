"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
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

/** Whether the user is in the middle of something that an overlay would disturb. */
const isBusy = () =>
  document.querySelector("[role=dialog], [popover]:popover-open") !== null ||
  document.activeElement?.matches("input, textarea, select") === true;

type TourLauncherProps = { stops: readonly TourStop[]; mark: string; username: string };

/** Starts the tour on the home page, once per login. */
export function TourLauncher({ stops, mark, username }: TourLauncherProps) {
  const t = useTranslations("tour");
  const pathname = usePathname();
  const router = useRouter();
  const [isRunning, setRunning] = useState(false);

  useEffect(() => {
    if (pathname !== HOME || hasRun(username, mark)) return;
    const timer = setInterval(() => {
      // Wait until the page has loaded: a missing element may only be pending.
      if (document.querySelector("[data-on-its-way]")) return;
      clearInterval(timer);
      setRunning(!isBusy());
    }, START_MS);
    return () => clearInterval(timer);
  }, [pathname, username, mark]);

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
    noteRun(username, mark);
    if (end === "never") void switchOff();
    if (end !== "left" && pathname !== HOME) router.push(HOME);
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
