"use client";

import { useTranslations } from "next-intl";
import type { Card, CardContent } from "../schema";

/** The card's own title, otherwise a description of its content. */
export function useCardTitle({ title, show }: Pick<Card, "title" | "show">, content: CardContent | undefined): string {
  const t = useTranslations("home.dashboard.kind");
  const tMeasure = useTranslations("carrier.measure");
  if (title) return title;
  if (content?.state === "ok") {
    if (content.kind === "value" && show.kind === "value") return `${content.point.name} · ${tMeasure(show.measure)}`;
    if (content.kind === "chart" && show.kind === "chart") {
      const names = [...new Set(content.probes.map(({ carrierName }) => carrierName ?? ""))];
      return `${names.join(", ")} · ${tMeasure(show.measure)}`;
    }
    if (content.kind === "plan") return content.plan.name;
  }
  return t(show.kind);
}
