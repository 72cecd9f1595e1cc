"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast-store";
import type { HandoverAnswer } from "@/db/transport-enums";
import { useLive } from "@/lib/live/use-live";

/** Other changes of a transport have no answer. */
type TransportEvent = { number?: string; answer?: HandoverAnswer; receiverName?: string };

const TONE = { accepted: "normal", acceptedWithRemark: "warning", refused: "warning" } as const;

/** Says in any screen that a receiver has answered. */
export function HandoverToast() {
  const t = useTranslations("live.handover");
  useLive<TransportEvent>("transport", ({ number = "", answer, receiverName = "" }) => {
    if (answer) showToast(TONE[answer], t(answer, { number, name: receiverName }));
  });
  return null;
}
