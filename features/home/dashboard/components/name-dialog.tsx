"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { createDashboard } from "../client";
import { type DashboardDto, DashboardInput, starterCards } from "../schema";

type NameDialogProps = { onClose: () => void; onDone: (made: DashboardDto) => void };

/** Creates a dashboard by name, with default cards. */
export function NameDialog({ onClose, onDone }: NameDialogProps) {
  const t = useTranslations("home.dashboard");
  const [name, setName] = useState("");
  const form = useRecordForm({
    schema: DashboardInput,
    send: ({ name, cards }) => createDashboard(name, cards),
    onDone,
  });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("newTitle")}
      submitLabel={t("create")}
      pending={form.pending}
      error={form.error}
      onSubmit={() => void form.submit({ name, cards: starterCards() })}
    >
      <Field label={t("name")} required issue={form.issue("name")}>
        {(control) => (
          <Input {...control} maxLength={40} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
    </RecordDialog>
  );
}
