"use client";

import { useTranslations } from "next-intl";
import type { Measure } from "@/db/enums";
import { namingOf } from "@/features/telemetry/ingest/channel.rules";

type Probe = { measure: Measure; channel: string };

/** The name of a probe among the probes of its device. */
export function useProbeName() {
  const t = useTranslations("carrier");
  return (probe: Probe, all: readonly Probe[]): string => {
    const measure = t(`measure.${probe.measure}`);
    const naming = namingOf(probe, all);
    return naming ? t(`probe.${naming}`, { measure, name: probe.channel }) : measure;
  };
}
