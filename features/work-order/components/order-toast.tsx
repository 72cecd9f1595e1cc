"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast-store";
import { useLive } from "@/lib/live/use-live";
import type { WorkOrderEvent } from "../order.schema";

/** Says in any screen what concerns the reader about a work order. */
export function OrderToast({ userId }: { userId: number }) {
  const t = useTranslations("live.workOrder");
  useLive<WorkOrderEvent>("workOrder", (event) => {
    if (!("news" in event) || event.userId !== userId) return;
    const tone = event.news === "assigned" || event.news === "finished" ? "normal" : "warning";
    showToast(tone, t(event.news, { number: event.number, title: event.title }));
  });
  return null;
}
