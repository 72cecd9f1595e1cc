import { useTranslations } from "next-intl";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { runTask } from "../task.client";
import type { TaskDto } from "../task.schema";

/** Runs a task at once, and says whether it began. */
export function useRunNow() {
  const t = useTranslations("exportTask.action");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const { mutate, isPending } = useServiceMutation(runTask);
  return {
    isPending,
    start: ({ id, name }: Pick<TaskDto, "id" | "name">, onSettled: () => void) =>
      mutate(id, {
        onSuccess: () => showToast("info", t("started", { name })),
        onError: ({ key, issues, requestId }) =>
          showToast("warning", issues[0] ? textOf(issues[0]) : tError(key), requestId),
        onSettled,
      }),
  };
}
