"use client";

import { useQuery } from "@tanstack/react-query";
import { FileX2, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { Paper } from "@/features/print/components/paper";
import type { PrinterChoice } from "@/features/print/content.schema";
import { ServiceError } from "@/lib/http/call-service";
import { requestKey } from "@/lib/http/request-key";
import { groupPreviewQuery, printGroup } from "../../printer.client";
import type { GroupDto } from "../schema";

type GroupPreviewProps = {
  group: GroupDto;
  printers: readonly PrinterChoice[];
  onClose: () => void;
  onDone: () => void;
};

/** What a group would print now, as the first of its printers prints it, and the button that prints it. */
export function GroupPreview({ group, printers, onClose, onDone }: GroupPreviewProps) {
  const t = useTranslations("print.group");
  const tDialog = useTranslations("printDialog");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const { data, error, refetch } = useQuery(groupPreviewQuery(group.id));
  const [key] = useState(requestKey);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const own = printers.filter(({ id }) => group.printers.some((one) => one.id === id));
  const [chosen, setChosen] = useState<number | null>(null);
  const printer = own.find(({ id }) => id === chosen) ?? own[0];
  const print = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const { jobs } = await printGroup(group.id, key);
      showToast("normal", t("printed", { count: jobs.length }));
      onDone();
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      setRefusal(failure);
    } finally {
      setPending(false);
    }
  };
  const [issue] = refusal?.issues ?? [];
  const isEmpty = data?.previews.length === 0;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader title={t("previewOf", { name: group.groupName })} />
        <SheetBody className="flex flex-col gap-4 pb-8">
          {own.length > 1 && (
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">{tDialog("printer")}</legend>
              {own.map(({ id, name }) => (
                <Button
                  key={id}
                  size="sm"
                  variant={id === printer?.id ? "primary" : "secondary"}
                  aria-pressed={id === printer?.id}
                  onClick={() => setChosen(id)}
                >
                  {name}
                </Button>
              ))}
            </fieldset>
          )}
          {error && (
            <ErrorState
              title={tError(error instanceof ServiceError ? error.key : "INTERNAL")}
              action={<Button onClick={() => void refetch()}>{tDialog("again")}</Button>}
            />
          )}
          {!data && !error && <Skeleton className="h-80 rounded-md" />}
          {isEmpty && (
            <EmptyState icon={<FileX2 aria-hidden="true" />} title={t("nothing")}>
              {t("nothingHint")}
            </EmptyState>
          )}
          {data?.previews.map((preview, place) => (
            <Paper
              key={`${preview.content} ${place}`}
              preview={preview}
              columns={printer?.kind === "escpos" ? printer.columns : null}
            />
          ))}
        </SheetBody>
        <SheetFooter className="flex-col gap-3">
          {refusal && <Alert tone="critical">{issue ? textOf(issue) : tError(refusal.key)}</Alert>}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{tDialog("close")}</Button>
            <Button variant="primary" disabled={!data || isEmpty} loading={pending} onClick={() => void print()}>
              <Printer aria-hidden="true" />
              {t("printNow")}
            </Button>
          </div>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}
