"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { InputField } from "@/components/form/record-fields";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { saveWorkOrder } from "../order.client";
import { TITLE_LENGTH, WorkOrderCreate } from "../order.schema";
import { type Assigned, assignmentOf, PersonField } from "./person-field";

type QuickFormProps = { exceptionId: number; customerId: number; title: string; onClose: () => void };

/** An order about an exception with everything filled in. */
export function QuickForm({ exceptionId, customerId, title, onClose }: QuickFormProps) {
  const t = useTranslations("workOrder");
  const textOf = useIssueText();
  const client = useQueryClient();
  const [assigned, setAssigned] = useState<Assigned | null>(null);
  const form = useRecordForm({
    schema: WorkOrderCreate,
    send: (values) => saveWorkOrder(null, values),
    onDone: ({ number }) => {
      showToast("normal", t("fromException.done", { number }));
      void client.invalidateQueries({ queryKey: ["workOrder"] });
      onClose();
    },
  });
  const [issue] = form.refusal?.issues ?? [];
  const submit = (data: FormData) =>
    void form.submit({ type: "repair", exceptionId, title: data.get("title"), ...assignmentOf(assigned) });
  return (
    <RecordDialog
      title={t("new")}
      description={t("fromException.hint")}
      submitLabel={t("fromException.submit")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error && issue ? textOf(issue) : form.error}
    >
      <div className="flex flex-col gap-4">
        <InputField
          form={form}
          name="title"
          label={t("field.title")}
          required
          maxLength={TITLE_LENGTH}
          defaultValue={title.slice(0, TITLE_LENGTH)}
        />
        <PersonField
          customerId={customerId}
          value={assigned}
          onChange={setAssigned}
          issue={form.issue("assigneeId") ?? form.issue("groupId")}
        />
      </div>
    </RecordDialog>
  );
}
