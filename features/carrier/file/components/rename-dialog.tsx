"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useIssueText } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { useRename } from "../client";
import { FILE_NAME_LENGTH } from "../rules";
import type { CarrierFileDto } from "../schema";

type RenameDialogProps = { file: CarrierFileDto; onClose: () => void; onDone: () => void };

/** Renames a document; the extension follows from its content. */
export function RenameDialog({ file, onClose, onDone }: RenameDialogProps) {
  const t = useTranslations("carrier-detail.files");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const { mutate, isPending, error } = useRename(file.id);
  const issue = error?.issues.find(({ path }) => path === "name");
  return (
    <RecordDialog
      onClose={onClose}
      title={t("rename")}
      onSubmit={(form) => mutate(String(form.get("name") ?? ""), { onSuccess: onDone })}
      pending={isPending}
      error={error && !issue ? tError(error.key) : undefined}
    >
      <Field label={t("name")} hint={t("nameHint")} issue={issue && textOf(issue)} required>
        {(control) => <Input {...control} name="name" defaultValue={file.name} maxLength={FILE_NAME_LENGTH} />}
      </Field>
    </RecordDialog>
  );
}
