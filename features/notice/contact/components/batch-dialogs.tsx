"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid } from "@/components/form/form-layout";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { useMove, useRemoval } from "../contact.client";
import { CONTACT_LEVELS } from "../contact.rules";
import type { ContactDto } from "../contact.schema";
import type { ContactGroupDto } from "../group.schema";
import { useRefusalText } from "./group-dialogs";

type DialogProps = { rows: readonly ContactDto[]; onClose: () => void; onDone: () => void };

/** Formats the refusal of a batch with the name of the row that caused it. */
function useBatchRefusal(rows: readonly ContactDto[]) {
  const textOf = useRefusalText();
  return (error: Parameters<typeof textOf>[0]) => {
    const text = textOf(error);
    const index = /^ids\.(\d+)$/.exec(error?.issues[0]?.path ?? "")?.[1];
    const name = index === undefined ? undefined : rows[Number(index)]?.name;
    return text && name && rows.length > 1 ? `${name}: ${text}` : text;
  };
}

/** Deletes one or several contacts. A batch is all or nothing. */
export function RemoveDialog({ rows, onClose, onDone }: DialogProps) {
  const t = useTranslations("contact.remove");
  const removal = useRemoval();
  const textOf = useBatchRefusal(rows);
  const count = rows.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { count, name: rows[0]?.name ?? "" })}
      description={t("hint")}
      confirmLabel={t("confirm", { count })}
      destructive
      pending={removal.isPending}
      error={textOf(removal.error)}
      onConfirm={() =>
        removal.mutate(
          rows.map(({ id }) => id),
          {
            onSuccess: () => {
              showToast("normal", t("done", { count }));
              onDone();
            },
          },
        )
      }
    />
  );
}

/** Moves contacts to another group, to another level, or both. */
export function MoveDialog({ rows, groups, onClose, onDone }: DialogProps & { groups: readonly ContactGroupDto[] }) {
  const t = useTranslations("contact.move");
  const tContact = useTranslations("contact");
  const move = useMove();
  const textOf = useBatchRefusal(rows);
  const count = rows.length;
  const submit = (form: FormData) => {
    const [groupId, level] = [Number(form.get("groupId")), Number(form.get("level"))];
    const to = { ...(groupId > 0 && { groupId }), ...(level > 0 && { level }) };
    const onSuccess = () => {
      showToast("normal", t("done", { count }));
      onDone();
    };
    if (groupId || level) move.mutate({ ids: rows.map(({ id }) => id), ...to }, { onSuccess });
    else onClose();
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title", { count })}
      description={rows.map(({ name }) => name).join(", ")}
      submitLabel={t("confirm")}
      pending={move.isPending}
      error={textOf(move.error)}
      onSubmit={submit}
    >
      <FormGrid>
        <Field label={t("group")}>
          {(control) => (
            <Select {...control} name="groupId" defaultValue="">
              <option value="">{t("keep")}</option>
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("level")}>
          {(control) => (
            <Select {...control} name="level" defaultValue="">
              <option value="">{t("keep")}</option>
              {CONTACT_LEVELS.map((level) => (
                <option key={level} value={level}>
                  {tContact("level", { level })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FormGrid>
    </RecordDialog>
  );
}
