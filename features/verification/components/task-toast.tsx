"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast-store";
import { useLive } from "@/lib/live/use-live";
import type { VerificationEvent } from "../task.schema";

/** Says in any screen what concerns the reader about a verification. */
export function VerificationToast({ userId }: { userId: number }) {
  const t = useTranslations("live.verification");
  useLive<VerificationEvent>("verification", (event) => {
    if (!("news" in event) || event.userId !== userId) return;
    showToast(
      event.news === "completed" ? "normal" : "warning",
      t(event.news, { number: event.number, title: event.title }),
    );
  });
  return null;
}
