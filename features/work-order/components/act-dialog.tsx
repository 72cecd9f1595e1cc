"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { TextareaField } from "@/components/form/record-fields";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import type { Asking } from "../act.rules";
import { sendAct } from "../order.client";
import { ProcessInput, RateInput, REASON_LENGTH, RESULT_LENGTH, Reasoned, type WorkOrderDto } from "../order.schema";
import { StarsField } from "./stars";

type DialogProps = { order: WorkOrderDto; onClose: () => void; onDone: () => void };

/** Asks what an act needs, and does it. */
export function ActDialog({ act, ...props }: DialogProps & { act: Asking }) {
  const t = useTranslations("workOrder.act");
  const { order, onClose, onDone } = props;
  if (act === "cancel" || act === "release")
    return (
      <EndingDialog
        title={t(`${act}.title`, { number: order.number })}
        text={t(`${act}.hint`)}
        confirmLabel={t(`${act}.action`)}
        reasonLabel={t("reason")}
        send={(reason) => sendAct(order.id, act, { reason })}
        onClose={onClose}
        onDone={onDone}
      />
    );
  return <TextDialog act={act} {...props} />;
}

const SCHEMAS = {
  process: ProcessInput.omit({ id: true }),
  return: Reasoned.omit({ id: true }),
  rate: RateInput.omit({ id: true }),
};
const FIELDS = { process: "result", return: "reason", rate: "comment" } as const;

/** A result, a reason, or stars with a comment. */
function TextDialog({ act, order, onClose, onDone }: DialogProps & { act: keyof typeof SCHEMAS }) {
  const t = useTranslations("workOrder.act");
  const textOf = useIssueText();
  const [stars, setStars] = useState(5);
  const name = FIELDS[act];
  const form = useRecordForm({
    schema: SCHEMAS[act] as (typeof SCHEMAS)["process"],
    send: (values) => sendAct(order.id, act, values),
    onDone,
  });
  const [issue] = form.refusal?.issues ?? [];
  return (
    <RecordDialog
      title={t(`${act}.title`, { number: order.number })}
      description={t(`${act}.hint`)}
      submitLabel={t(`${act}.action`)}
      onClose={onClose}
      onSubmit={(data) => void form.submit({ [name]: data.get(name), ...(act === "rate" && { stars }) })}
      pending={form.pending}
      error={form.error && issue ? textOf(issue) : form.error}
    >
      <div className="flex flex-col gap-4">
        {act === "rate" && <StarsField value={stars} onChange={setStars} />}
        <TextareaField
          form={form}
          name={name}
          label={t(name)}
          rows={4}
          required={act !== "rate"}
          maxLength={act === "process" ? RESULT_LENGTH : REASON_LENGTH}
        />
      </div>
    </RecordDialog>
  );
}
