"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { LOT_DECISIONS, type LotDecision, type SigningMeaning } from "@/db/enums";
import { SignDialog } from "@/features/signature/components/sign-dialog";
import { REASON_LENGTH } from "@/features/signature/signature.rules";
import { type DraftDto, DraftInput } from "../decision.schema";
import { draftDecision, signDecision } from "../lot.client";
import type { LotVerdictDto } from "../lot.schema";
import { givableOf } from "../outcome.rules";

const MEANING: Record<LotDecision, SigningMeaning> = {
  release: "released",
  discard: "rejected",
  askMaker: "reviewed",
  addBack: "approved",
};

type Choice = { decision: LotDecision; reason: string; target?: string; minutes?: number };
type DecideDialogProps = {
  answer: LotVerdictDto;
  targetText: (key: string) => string;
  onClose: () => void;
  onDone: () => void;
};

/** Asks for the decision and its reason, then for the signature under it. */
export function DecideDialog({ answer, targetText, onClose, onDone }: DecideDialogProps) {
  const t = useTranslations("lot");
  const { lot, verdict } = answer;
  const givable = givableOf(verdict);
  const isReleasable = !verdict.reasons.some((reason) => reason === "expired" || reason === "running");
  const offered = LOT_DECISIONS.filter(
    (decision) => (decision !== "addBack" || givable.length > 0) && (decision !== "release" || isReleasable),
  );
  const [decision, setDecision] = useState<LotDecision>(offered[0] as LotDecision);
  const [target, setTarget] = useState(givable[0]?.key ?? "");
  const [drafted, setDrafted] = useState<{ choice: Choice; draft: DraftDto } | null>(null);
  const form = useRecordForm({
    schema: DraftInput,
    send: async ({ id, decision: chosen, reason, target: key, minutes }) => {
      const choice = {
        ...{ decision: chosen, reason },
        ...(key !== undefined && minutes !== undefined && { target: key, minutes }),
      };
      return { choice, draft: await draftDecision(id, choice) };
    },
    onDone: setDrafted,
  });
  const limit = givable.find(({ key }) => key === target)?.minutes ?? 0;
  const submit = (data: FormData) =>
    void form.submit({
      ...{ id: lot.id, decision, reason: data.get("reason") },
      ...(decision === "addBack" && { target, minutes: data.get("minutes") || undefined }),
    });
  if (drafted) {
    const { choice, draft } = drafted;
    const states = { decision: t(`decision.${choice.decision}`), state: t(`state.${draft.verdict}`) };
    return (
      <SignDialog
        meaning={MEANING[choice.decision]}
        subject={t("decide.subject", { number: lot.number, ...states })}
        submitLabel={t(`decision.${choice.decision}`)}
        send={({ password, totp }) => signDecision(lot.id, choice, draft, { password, ...(totp && { totp }) })}
        onClose={onClose}
        onDone={onDone}
      />
    );
  }
  return (
    <RecordDialog
      title={t("decide.title", { number: lot.number })}
      description={`${lot.productName} · ${t(`state.${verdict.state}`)}`}
      submitLabel={t("decide.next")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          form={form}
          name="decision"
          label={t("decide.choice")}
          required
          value={decision}
          onChange={(event) => setDecision(event.target.value as LotDecision)}
          options={offered.map((value) => ({ value, label: t(`decision.${value}`) }))}
        />
        {decision === "addBack" && (
          <>
            <SelectField
              form={form}
              name="target"
              label={t("decide.target")}
              required
              value={target}
              onChange={(event) => setTarget(event.target.value)}
              options={givable.map(({ key }) => ({ value: key, label: targetText(key) }))}
            />
            <InputField
              form={form}
              name="minutes"
              label={t("decide.minutes")}
              hint={t("decide.minutesHint", { limit })}
              required
              inputMode="numeric"
            />
          </>
        )}
        <TextareaField form={form} name="reason" label={t("field.reason")} required maxLength={REASON_LENGTH} />
      </div>
    </RecordDialog>
  );
}
