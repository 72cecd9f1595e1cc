"use client";

import { FileCheck2, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TitleCell } from "@/components/data-table/cells";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { useRefresh } from "@/components/data-table/use-refresh";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Age } from "@/components/value/age";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { PrinterBadge, ProblemText } from "@/features/print/components/problem-text";
import { ServiceError } from "@/lib/http/call-service";
import { Link } from "@/lib/i18n/navigation";
import { checkPrinter, PRINTER_PATH, testPrinter, usePrintRefresh } from "../printer.client";
import type { PrinterDto } from "../printer.schema";

// Loaded when it is first opened.
const PrinterForm = dynamic(() => import("./printer-form").then((module) => module.PrinterForm), { ssr: false });

export type PrintTableProps = {
  rights: Rights;
  mayPrint: boolean;
  customers: readonly { id: number; name: string }[];
  customerId: number;
  timeZone: string;
  now: number;
};

/** The printers with their state. */
export function PrinterTable(props: ListTable<PrinterDto> & PrintTableProps) {
  const { mayPrint, customers, customerId, timeZone, now, ...list } = props;
  const t = useTranslations("print.printer");
  const refresh = useRefresh();
  usePrintRefresh(refresh);
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return (
    <RecordList
      id="printer"
      service={PRINTER_PATH}
      {...list}
      nameOf={({ name }) => name}
      toolbar={<ExportMenu kind="printer" query={exportQuery(list.list.query)} />}
      columns={[
        {
          ...column("name"),
          sortable: true,
          priority: 1,
          cell: ({ name, location }) => (
            <span className="block">
              <TitleCell>{name}</TitleCell>
              {location && <span className="wrap-anywhere block text-muted-foreground text-xs">{location}</span>}
            </span>
          ),
        },
        {
          ...column("condition"),
          width: "15rem",
          cell: (row) => (
            <span className="flex flex-col items-start gap-0.5">
              <PrinterBadge {...row} />
              {row.problem && <ProblemText problem={row.problem} detail={row.problemDetail} />}
            </span>
          ),
        },
        { ...column("kind"), sortable: true, cell: ({ kind }) => t(`kindShort.${kind}`) },
        {
          ...column("host"),
          sortable: true,
          cell: ({ host, port }) => <span className="wrap-anywhere tabular-nums">{`${host}:${port}`}</span>,
        },
        {
          ...column("openJobs"),
          align: "right",
          cell: ({ id, openJobs }) =>
            openJobs === 0 ? (
              "–"
            ) : (
              <Link
                href={`/arch/printer?tab=jobs&printerId=${id}`}
                prefetch={false}
                className="tabular-nums hover:text-primary hover:underline"
              >
                {openJobs}
              </Link>
            ),
        },
        { ...column("model"), hidden: true, cell: ({ model }) => model || "–" },
        {
          ...column("checkedAt"),
          sortable: true,
          cell: ({ checkedAt }) =>
            checkedAt === null ? t("never") : <Age at={checkedAt} now={now} timeZone={timeZone} />,
        },
        ...(customers.length > 1
          ? [{ ...column("customerId"), cell: ({ customerName }: PrinterDto) => customerName }]
          : []),
        {
          ...column("isEnabled"),
          align: "center",
          cell: (row) => (
            <RowSwitch
              path={`${PRINTER_PATH}/${row.id}/enabled`}
              isEnabled={row.isEnabled}
              name={row.name}
              disabled={!list.rights.edit}
            />
          ),
        },
      ]}
      {...(mayPrint && { rowActions: (row: PrinterDto) => <PrinterActions printer={row} onDone={refresh} /> })}
      form={(form) => <PrinterForm {...form} customers={customers} customerId={customerId} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
    />
  );
}

/** Asks the printer how it is, and prints its test page. */
function PrinterActions({ printer, onDone }: { printer: PrinterDto; onDone: () => void }) {
  const t = useTranslations("print.printer");
  const tProblem = useTranslations("printDialog.problem");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState<"check" | "test" | null>(null);
  const { id, name } = printer;
  const run = async (what: "check" | "test", work: () => Promise<void>) => {
    setPending(what);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
    } finally {
      setPending(null);
      onDone();
    }
  };
  const check = () =>
    run("check", async () => {
      const { problem } = await checkPrinter(id);
      if (problem) showToast("warning", t("checked.problem", { name, problem: tProblem(problem) }));
      else showToast("normal", t("checked.ready", { name }));
    });
  const test = () =>
    run("test", async () => {
      await testPrinter(id);
      showToast("normal", t("tested", { name }));
    });
  const button = (what: "check" | "test", onClick: () => Promise<void>, Icon: typeof RefreshCw) => (
    <Button
      size="sm"
      variant="ghost"
      className="sm:w-control-sm sm:px-0"
      aria-label={t(`${what}Of`, { name })}
      title={t(what)}
      loading={pending === what}
      onClick={() => void onClick()}
    >
      <Icon aria-hidden="true" />
      <span className="sm:hidden">{t(what)}</span>
    </Button>
  );
  return (
    <>
      {button("check", check, RefreshCw)}
      {button("test", test, FileCheck2)}
    </>
  );
}
