"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Field } from "@/components/form/field";
import { useIssueText } from "@/components/form/use-record-form";
import { ErrorState } from "@/components/layout/error-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import type { GroupContent } from "@/db/print-enums";
import { ServiceError } from "@/lib/http/call-service";
import { requestKey } from "@/lib/http/request-key";
import { Link } from "@/lib/i18n/navigation";
import { MOST_COPIES } from "../content.rules";
import { previewQuery, printersQuery, sendPrint } from "../print.client";
import { Paper } from "./paper";
import { PrinterBadge, ProblemText } from "./problem-text";

export type PrintDialogProps = {
  /** What can be printed of the records; the first is chosen. */
  contents: readonly [GroupContent, ...GroupContent[]];
  ids: readonly number[];
  /** The customer of the records. */
  customerId?: number | undefined;
  onClose: () => void;
};

/** Prints records on one of the customer's printers, after a look at the paper. */
export function PrintDialog({ contents, ids, customerId, onClose }: PrintDialogProps) {
  const t = useTranslations("printDialog");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [content, setContent] = useState<GroupContent>(contents[0]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [copies, setCopies] = useState("1");
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const printers = useQuery(printersQuery(customerId));
  const preview = useQuery(previewQuery({ content, ids }));
  const usable = printers.data?.filter(({ isEnabled }) => isEnabled) ?? [];
  const printer = usable.find(({ id }) => id === chosen) ?? usable[0];
  // A click that is repeated, or a request that is sent twice, prints once; another choice is another print.
  const key = useMemo(requestKey, [content, printer?.id, copies]);
  const issueOf = (path: string) => {
    const issue = refusal?.issues.find((one) => one.path === path);
    return issue && textOf(issue);
  };
  const print = async () => {
    if (!printer) return;
    setPending(true);
    setRefusal(null);
    try {
      const job = await sendPrint({ content, ids, printerId: printer.id, copies: Number(copies), requestKey: key });
      showToast("normal", t("sent", { printer: job.printerName }));
      onClose();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };
  const [shown] = refusal?.issues ?? [];
  const whole = refusal && !["copies", "printerId"].includes(shown?.path ?? "") ? refusal : null;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader title={t("title", { what: t(`content.${content}`), count: ids.length })} />
        <SheetBody className="flex flex-col gap-4 pb-8">
          {printers.data?.length === 0 || (printers.data && !printer) ? (
            <Alert tone="warning">
              {t(printers.data.length === 0 ? "noPrinter" : "allOff")}{" "}
              <Link href="/arch/printer?tab=printers" className="font-medium underline">
                {t("toPrinters")}
              </Link>
            </Alert>
          ) : (
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
              {contents.length > 1 && (
                <Field label={t("what")} className="sm:col-span-2">
                  {(control) => (
                    <Select
                      {...control}
                      value={content}
                      onChange={({ target }) => setContent(target.value as GroupContent)}
                    >
                      {contents.map((value) => (
                        <option key={value} value={value}>
                          {t(`content.${value}`)}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              )}
              <Field label={t("printer")} issue={issueOf("printerId")}>
                {(control) => (
                  <Select
                    {...control}
                    value={printer?.id ?? ""}
                    onChange={({ target }) => setChosen(Number(target.value))}
                  >
                    {usable.map(({ id, name, location }) => (
                      <option key={id} value={id}>
                        {[name, location].filter(Boolean).join(" · ")}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label={t("copies")} issue={issueOf("copies")}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={MOST_COPIES}
                    value={copies}
                    onChange={({ target }) => setCopies(target.value)}
                  />
                )}
              </Field>
              {printer && (
                <p className="-mt-2 flex flex-wrap items-center gap-x-2 sm:col-span-2">
                  <PrinterBadge {...printer} />
                  {printer.problem && <ProblemText problem={printer.problem} detail="" />}
                </p>
              )}
            </div>
          )}
          {preview.error && (
            <ErrorState
              title={tError(preview.error instanceof ServiceError ? preview.error.key : "INTERNAL")}
              action={<Button onClick={() => void preview.refetch()}>{t("again")}</Button>}
            />
          )}
          {!preview.data && !preview.error && <Skeleton className="h-80 rounded-md" />}
          {preview.data && (
            <Paper preview={preview.data} columns={printer?.kind === "escpos" ? printer.columns : null} />
          )}
        </SheetBody>
        <SheetFooter className="flex-col gap-3">
          {whole && <Alert tone="critical">{shown ? textOf(shown) : tError(whole.key)}</Alert>}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t("close")}</Button>
            <Button
              variant="primary"
              disabled={!printer || !preview.data}
              loading={pending}
              onClick={() => void print()}
            >
              <Printer aria-hidden="true" />
              {t("print")}
            </Button>
          </div>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}
