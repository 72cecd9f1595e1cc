"use client";

import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";

/** Optimistic changes of rows. They reload after the server's response; a refused change is reverted and reported. */
export function useAct<Row>(stored: readonly Row[]) {
  const router = useRouter();
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [, startTransition] = useTransition();
  const [rows, setRows] = useOptimistic(stored);
  const act = (next: readonly Row[], call: () => Promise<unknown>, done?: string) =>
    startTransition(async () => {
      setRows(next);
      try {
        await call();
        if (done) showToast("normal", done);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const [issue] = error.issues;
        showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
      }
      startTransition(() => router.refresh());
    });
  return { rows, act };
}
