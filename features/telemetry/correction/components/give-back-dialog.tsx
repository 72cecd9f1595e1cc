"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { useRecordForm } from "@/components/form/use-record-form";
import { ById } from "@/lib/resource/by-id";
import { LISTED } from "../invalid.rules";
import type { InvalidRuleRowDto } from "../invalid.schema";
import { sendGiveBack } from "../run.client";

type GiveBackDialogProps = { rule: InvalidRuleRowDto; onClose: () => void; onDone: () => void };

/** Asks whether to restore the readings that a disabled rule has invalidated. */
export function GiveBackDialog({ rule, onClose, onDone }: GiveBackDialogProps) {
  const t = useTranslations("invalidRule.giveBack");
  const form = useRecordForm({ schema: ById, send: ({ id }) => sendGiveBack(id), onDone });
  const count = Math.min(rule.takenCount, LISTED);
  return (
    <RecordDialog
      onClose={onClose}
      title={t("title", { name: rule.name })}
      description={t("text")}
      submitLabel={t("confirm")}
      onSubmit={() => void form.submit({ id: rule.id })}
      pending={form.pending}
      error={form.error}
    >
      <p className="text-sm">
        <strong>{t(rule.takenCount > LISTED ? "atLeast" : "count", { count })}</strong>
      </p>
    </RecordDialog>
  );
}
