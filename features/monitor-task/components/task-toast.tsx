"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast-store";
import { useLive } from "@/lib/live/use-live";
import type { TaskEvent } from "../task.schema";

/** Says in any screen what a monitor task that notifies the reader has found. */
export function MonitorTaskToast({ userId }: { userId: number }) {
  const t = useTranslations("live.monitorTask");
  useLive<TaskEvent>("monitorTask", (event) => {
    if ("userId" in event && event.userId === userId)
      showToast("warning", t("found", { name: event.name, count: event.count }));
  });
  return null;
}
