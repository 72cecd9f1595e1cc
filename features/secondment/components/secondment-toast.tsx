"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast-store";
import { useLive } from "@/lib/live/use-live";
import type { SecondmentEvent } from "../secondment.schema";

/** Says in any screen what the other side of a secondment has done. */
export function SecondmentToast({ userId }: { userId: number }) {
  const t = useTranslations("live.secondment");
  useLive<SecondmentEvent>("secondment", (event) => {
    if (!("news" in event) || event.userId !== userId) return;
    const tone = event.news === "revoked" || event.news === "declined" ? "warning" : "normal";
    showToast(tone, t(event.news, { serialNumber: event.serialNumber, other: event.other }));
  });
  return null;
}
