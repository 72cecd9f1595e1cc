"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast-store";
import type { ServiceError } from "@/lib/http/call-service";
import { saveGroup, useGroupRemoval } from "../contact.client";
import { type ContactGroupDto, ContactGroupInput } from "../group.schema";

/** Returns a function that gives the text of a refused action: the violated rule, or the error itself. */
export function useRefusalText() {
  const t = useTranslations("error");
  const textOf = useIssueText();
  return (error: ServiceError | null): string | undefined => {
    const [issue] = error?.issues ?? [];
    if (issue) return textOf(issue);
    return error ? t(error.key) : undefined;
  };
}

type GroupFormProps = {
  /** Null creates a group. */
  group: ContactGroupDto | null;
  customerId: number;
  onClose: () => void;
  onSaved: (group: ContactGroupDto) => void;
};

export function GroupForm({ group, customerId, onClose, onSaved }: GroupFormProps) {
  const t = useTranslations("contact.groups");
  const { submit, pending, issue, error } = useRecordForm({
    schema: ContactGroupInput,
    record: group,
    send: (values) => saveGroup(group?.id ?? null, values),
    onDone: (saved) => {
      showToast("normal", t(group ? "renamed" : "created"));
      onSaved(saved);
    },
  });
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t(group ? "rename" : "new")}
      submitLabel={t(group ? "saveName" : "create")}
      pending={pending}
      error={error}
      onSubmit={(form) => submit({ customerId, name: form.get("name") })}
    >
      <Field label={t("name")} required issue={issue("name")}>
        {(control) => <Input {...control} name="name" defaultValue={group?.name} maxLength={60} />}
      </Field>
    </RecordDialog>
  );
}

type GroupRemovalProps = { group: ContactGroupDto; onClose: () => void; onRemoved: () => void };

/** Deletes a group with its contacts. A group that a plan notifies is not deleted; the refusal names the triggers. */
export function GroupRemoval({ group, onClose, onRemoved }: GroupRemovalProps) {
  const t = useTranslations("contact.groups");
  const removal = useGroupRemoval();
  const textOf = useRefusalText();
  const isInUse = removal.error?.issues.some(({ rule }) => rule === "inUse") && group.triggers.length > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("removeTitle", { name: group.name })}
      description={t("removeHint", { count: group.contactCount })}
      confirmLabel={t("remove")}
      destructive
      pending={removal.isPending}
      error={
        isInUse
          ? t("inUse", { names: group.triggers.map((name) => name || t("connectionWatch")).join(", ") })
          : textOf(removal.error)
      }
      onConfirm={() =>
        removal.mutate(group.id, {
          onSuccess: () => {
            showToast("normal", t("removed"));
            onRemoved();
          },
        })
      }
    />
  );
}
