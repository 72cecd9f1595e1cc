"use client";

import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button-variants";
import { Input } from "@/components/ui/input";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast-store";
import type { Issue } from "@/lib/errors";
import { callService, ServiceError } from "@/lib/http/call-service";
import type { ImportedDto } from "@/lib/spreadsheet/import-schema";
import { RecordDialog } from "./record-dialog";

type ImportDialogProps = {
  title: string;
  hint: string;
  /** The call that imports a file and returns the empty sheet, such as `/service/lot/import`. */
  path: string;
  /** The message after an import. */
  doneText: (count: number) => string;
  onClose: () => void;
  onDone: () => void;
};

/** Imports records from a sheet, and lists every wrong cell with its reason. */
export function ImportDialog({ title, hint, path, doneText, onClose, onDone }: ImportDialogProps) {
  const t = useTranslations("common.import");
  const tError = useTranslations("error");
  const locale = useLocale();
  const textOf = useIssueText();
  const [pending, setPending] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<ServiceError | null>(null);
  const issues: readonly Issue[] = failure?.issues ?? [];
  const submit = async (data: FormData) => {
    const file = data.get("file");
    setFailure(null);
    const isChosen = file instanceof File && file.size > 0;
    setMissing(!isChosen);
    if (!isChosen) return;
    setPending(true);
    try {
      const body = new Blob([file], { type: "application/octet-stream" });
      const { count } = await callService<ImportedDto>(path, { method: "POST", body });
      showToast("normal", doneText(count));
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <RecordDialog
      title={title}
      description={hint}
      submitLabel={t("submit")}
      onClose={onClose}
      onSubmit={(data) => void submit(data)}
      pending={pending}
      error={failure && issues.length === 0 ? tError(failure.key) : undefined}
    >
      <div className="flex flex-col gap-4">
        <a href={`${path}?locale=${locale}`} download className={buttonVariants({ className: "self-start" })}>
          <Download aria-hidden="true" />
          {t("template")}
        </a>
        <Field label={t("file")} issue={isMissing ? tError("rule.required") : undefined} required>
          {(control) => <Input {...control} type="file" name="file" accept=".xlsx" className="py-1" />}
        </Field>
        {issues.length > 0 && (
          <>
            <Alert tone="critical">{t("issues", { count: issues.length })}</Alert>
            <Table>
              <TableHead>
                <TableRow>
                  <TableHeaderCell>{t("cell")}</TableHeaderCell>
                  <TableHeaderCell>{t("problem")}</TableHeaderCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {issues.map((issue) => (
                  <TableRow key={`${issue.path} ${issue.rule}`}>
                    <TableCell className="font-medium">{issue.path === "file" ? "–" : issue.path}</TableCell>
                    <TableCell>{textOf(issue)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </>
        )}
      </div>
    </RecordDialog>
  );
}
