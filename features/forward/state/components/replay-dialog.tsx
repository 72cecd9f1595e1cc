"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { InputField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import { replayForwardSet } from "../client";
import { ReplayInput } from "../schema";

type ReplayDialogProps = { id: number; name: string; timeZone: string; now: number; onClose: () => void };

const DAY_MS = 86_400_000;

/** Selects the instant from which everything is sent again. */
export function ReplayDialog({ id, name, timeZone, now, onClose }: ReplayDialogProps) {
  const t = useTranslations("forward.replay");
  const client = useQueryClient();
  const form = useRecordForm({
    schema: ReplayInput,
    send: ({ from }) => replayForwardSet({ id, from: from.toISOString() }),
    onDone: () => {
      showToast("normal", t("started", { name }));
      void client.invalidateQueries({ queryKey: ["forwardSet", id] });
      onClose();
    },
  });
  const submit = (data: FormData) => {
    const local = String(data.get("from"));
    form.submit({ id, from: fromLocalInput(local, timeZone)?.toISOString() });
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={t("title", { name })}
      description={t("hint", { zone: timeZone })}
      submitLabel={t("do")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <InputField
        form={form}
        name="from"
        type="datetime-local"
        label={t("from")}
        required
        max={toLocalInput(new Date(now), timeZone)}
        defaultValue={toLocalInput(new Date(now - DAY_MS), timeZone)}
      />
    </RecordDialog>
  );
}
