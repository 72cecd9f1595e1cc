"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { showToast } from "@/components/ui/toast-store";
import { BriefingFacts } from "../../briefing/components/briefing-facts";
import { briefingQuery, nextNoticeQuery, useAcknowledge } from "../../exception.client";
import { AcknowledgeFields, statementOf } from "./acknowledge-fields";
import { useAcknowledgeTexts } from "./acknowledge-texts";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

type AcknowledgeDialogProps = {
  id: number;
  timeZone: string;
  /** The server's clock when the page was rendered; epoch ms. */
  now: number;
  onClose: () => void;
  onDone: () => void;
};

/** Acknowledges one exception: what it is and how it is now, who is notified next, the comment and the cause. */
export function AcknowledgeDialog({ id, timeZone, now, onClose, onDone }: AcknowledgeDialogProps) {
  const t = useTranslations("acknowledge");
  const briefing = useQuery(briefingQuery(id));
  const next = useQuery(nextNoticeQuery(id));
  const acknowledge = useAcknowledge();
  const texts = useIssueTexts(acknowledge.error, () => t("failed"));
  const fields = useAcknowledgeTexts();
  const submit = (form: FormData) =>
    acknowledge.mutate(
      { id, ...statementOf(form) },
      {
        onSuccess: () => {
          showToast("normal", t("done", { count: 1 }));
          onDone();
        },
      },
    );
  return (
    <RecordDialog
      onClose={onClose}
      title={t("title", { count: 1 })}
      description={t("hint")}
      submitLabel={t("submit", { count: 1 })}
      pending={acknowledge.isPending}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-4">
        <BriefingFacts
          briefing={briefing.data}
          isMissing={briefing.isError}
          next={next.data}
          timeZone={timeZone}
          now={now}
        />
        <FormError texts={texts} />
        <AcknowledgeFields texts={fields} causes={briefing.data?.causes ?? []} issues={texts.fields} autoFocus />
      </div>
    </RecordDialog>
  );
}
