"use client";

import { FilePenLine, MessageSquare, PenLine, Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { SegmentedControl } from "@/components/form/segmented-control";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { SigningMeaning } from "@/db/enums";
import { ExportMenu } from "@/features/file/components/export-menu";
import { SignatureList } from "@/features/signature/components/signature-list";
import { monthText } from "@/lib/datetime/month";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { useGathered, useLive } from "@/lib/live/use-live";
import { CustomerUnit } from "@/lib/units/units-context";
import { correctSheet, signSheet } from "../sheet.client";
import { isUnexplained, type SignedAction } from "../sheet.rules";
import type { SheetDetailDto, SheetValueDto } from "../sheet.schema";
import { PaperHead } from "./paper-head";
import { Legend } from "./sheet-cell";
import { SheetForm } from "./sheet-form";
import { SheetStatusBadge } from "./status-badge";

// Each dialog is loaded when it is first opened.
const SignDialog = dynamic(
  () => import("@/features/signature/components/sign-dialog").then((module) => module.SignDialog),
  {
    ssr: false,
  },
);
const ValueDialog = dynamic(() => import("./value-dialog").then((module) => module.ValueDialog), { ssr: false });
const CommentForm = dynamic(() => import("./value-dialog").then((module) => module.CommentForm), { ssr: false });
const DayDialog = dynamic(() => import("./day-dialog").then((module) => module.DayDialog), { ssr: false });
const CorrectDialog = dynamic(() => import("./correct-dialog").then((module) => module.CorrectDialog), { ssr: false });

const MEANINGS: Record<SignedAction, SigningMeaning> = {
  submit: "made",
  review: "reviewed",
  approve: "approved",
  reject: "rejected",
};

type Opened =
  | { what: "sign"; action: SignedAction }
  | { what: "value"; id: number }
  | { what: "day"; day: string }
  | { what: "explain" | "correct" };

/** The sheet of a carrier and month as the paper form, with its approval, versions and signatures. */
export const SheetScreen = (props: { sheet: SheetDetailDto }) => (
  <CustomerUnit customerId={props.sheet.customerId}>
    <Sheet {...props} />
  </CustomerUnit>
);

function Sheet({ sheet }: { sheet: SheetDetailDto }) {
  const t = useTranslations("record");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  const refresh = useRefresh();
  const router = useRouter();
  const [probeId, setProbeId] = useState(sheet.probes[0]?.id);
  const [opened, setOpened] = useState<Opened | null>(null);
  const refreshSoon = useGathered(refresh);
  // Values that are collected, and what others do with the sheet.
  useLive<{ sheetId: number }>("record", ({ sheetId }) => {
    if (sheet.versions.some(({ id }) => id === sheetId)) refreshSoon();
  });
  const close = () => setOpened(null);
  const done = () => {
    close();
    refresh();
  };
  const month = monthText(sheet.month, locale);
  const unexplained = sheet.values.filter(isUnexplained);
  const value = opened?.what === "value" ? sheet.values.find(({ id }) => id === opened.id) : undefined;
  const open = ({ id }: SheetValueDto) => setOpened({ what: "value", id });
  return (
    <PageBody className="print:block print:p-0">
      <div className="flex flex-col gap-3 print:hidden">
        <WindowHead
          title={`${sheet.carrier.name}, ${month}`}
          href={`/pointData?id=${sheet.carrier.id}`}
          note={
            <span className="flex flex-wrap items-center gap-2">
              <SheetStatusBadge status={sheet.status} />
              <Badge>{t("version", { version: sheet.version })}</Badge>
              <span>{sheet.sceneName}</span>
            </span>
          }
        >
          <Actions sheet={sheet} unexplained={unexplained.length} onOpen={setOpened} />
        </WindowHead>
        <Notes sheet={sheet} unexplained={unexplained.length} />
        {sheet.probes.length > 1 && (
          <SegmentedControl
            name="probe"
            label={t("sheet.probe")}
            className="max-w-full self-start overflow-x-auto"
            value={String(probeId)}
            onValueChange={(id) => setProbeId(Number(id))}
            options={sheet.probes.map((probe) => ({
              value: String(probe.id),
              label: [tMeasure(probe.measure), probe.channel].filter(Boolean).join(" "),
            }))}
          />
        )}
      </div>
      {sheet.probes.length === 0 && <EmptyState title={t("sheet.noValues")} />}
      {sheet.probes.map((probe, index) => (
        // Paper has the forms of all probes, each on pages of its own.
        <div
          key={probe.id}
          className={cn(
            index > 0 && "print:break-before-page",
            probe.id === probeId ? "flex flex-col gap-2 print:block" : "hidden print:block",
          )}
        >
          <PaperHead sheet={sheet} probe={probe} />
          <SheetForm sheet={sheet} probe={probe} onOpen={open} onOpenDay={(day) => setOpened({ what: "day", day })} />
          <Legend />
        </div>
      ))}
      <SignatureList signatures={sheet.signatures} timeZone={sheet.timeZone} />
      {opened?.what === "sign" && (
        <SignDialog
          meaning={MEANINGS[opened.action]}
          subject={`${sheet.carrier.name}, ${month}, ${t("version", { version: sheet.version })}`}
          send={(values) => signSheet(sheet.id, opened.action, { ...values, contentHash: sheet.contentHash })}
          // A refused submission may have found late readings.
          onClose={done}
          onDone={done}
        />
      )}
      {opened?.what === "day" && probeId !== undefined && (
        <DayDialog sheet={sheet} probeId={probeId} day={opened.day} onOpen={open} onClose={close} />
      )}
      {value && <ValueDialog key={value.id} sheet={sheet} value={value} onClose={close} onDone={done} />}
      {opened?.what === "explain" && (
        <CommentForm
          title={t("explain.title")}
          description={t("explain.hint", { count: unexplained.length })}
          sheetId={sheet.id}
          valueIds={unexplained.map(({ id }) => id)}
          onClose={close}
          onDone={done}
        />
      )}
      {opened?.what === "correct" && (
        <CorrectDialog
          send={(reason) => correctSheet(sheet.id, reason)}
          onClose={close}
          onDone={({ id }) => {
            close();
            router.push(`/recordSheet?id=${id}`);
          }}
        />
      )}
    </PageBody>
  );
}

type ActionsProps = { sheet: SheetDetailDto; unexplained: number; onOpen: (opened: Opened) => void };

/** What can be done with the sheet now; the most important one last. */
function Actions({ sheet: { id, actions }, unexplained, onOpen }: ActionsProps) {
  const t = useTranslations("record");
  const sign = (action: SignedAction, variant: "primary" | "secondary" = "secondary") => (
    <Button variant={variant} onClick={() => onOpen({ what: "sign", action })}>
      <PenLine aria-hidden="true" />
      {t(`action.${action}`)}
    </Button>
  );
  return (
    <>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t("action.print")}
      </Button>
      <ExportMenu kind="recordSheet" query={{ id }} />
      {actions.edit && unexplained > 0 && (
        <Button onClick={() => onOpen({ what: "explain" })}>
          <MessageSquare aria-hidden="true" />
          {t("action.explain", { count: unexplained })}
        </Button>
      )}
      {actions.correct && (
        <Button onClick={() => onOpen({ what: "correct" })}>
          <FilePenLine aria-hidden="true" />
          {t("action.correct")}
        </Button>
      )}
      {actions.submit && sign("submit", "primary")}
      {actions.reject && sign("reject")}
      {actions.review && sign("review")}
      {actions.approve && sign("approve", "primary")}
    </>
  );
}

/** What to know before reading the sheet: other versions, its rejection, what is missing or came late. */
function Notes({ sheet, unexplained }: { sheet: SheetDetailDto; unexplained: number }) {
  const t = useTranslations("record");
  const { versions, version, status, counts, rejectionReason, correctionReason } = sheet;
  const [newest] = versions;
  const notes: [string, "info" | "warning" | "critical", ReactNode][] = [
    ...(newest && !sheet.isCurrent
      ? [
          [
            "older",
            "warning",
            <>
              {t("sheet.older", { version: newest.version })}{" "}
              <Link href={`/recordSheet?id=${newest.id}`} className="font-medium underline" prefetch={false}>
                {t("sheet.openNewest")}
              </Link>
            </>,
          ] as [string, "warning", ReactNode],
        ]
      : []),
    ...(status === "rejected" && rejectionReason
      ? [["rejected", "warning", t("sheet.rejected", { reason: rejectionReason })] as [string, "warning", ReactNode]]
      : []),
    ...(correctionReason
      ? [["corrects", "info", t("sheet.corrects", { reason: correctionReason })] as [string, "info", ReactNode]]
      : []),
    ...(status === "open" && unexplained > 0
      ? [["unexplained", "warning", t("sheet.unexplained", { count: unexplained })] as [string, "warning", ReactNode]]
      : []),
    ...(counts.newer > 0
      ? [
          [
            "newer",
            "warning",
            `${t("newerCount", { count: counts.newer })} ${sheet.actions.correct ? t("newerHint") : ""}`,
          ] as [string, "warning", ReactNode],
        ]
      : []),
  ];
  return (
    <>
      {versions.length > 1 && (
        <nav aria-label={t("sheet.versions")} className="flex flex-wrap gap-2">
          {versions.map((one) => (
            <Link
              key={one.id}
              href={`/recordSheet?id=${one.id}`}
              prefetch={false}
              aria-current={one.version === version ? "page" : undefined}
              className="inline-flex min-h-control-sm items-center gap-2 rounded-md border px-2 text-sm aria-[current]:bg-primary-soft aria-[current]:text-primary-soft-foreground"
            >
              {t("version", { version: one.version })}
              <SheetStatusBadge status={one.status} plain />
            </Link>
          ))}
        </nav>
      )}
      {notes.map(([key, tone, text]) => (
        <Alert key={key} tone={tone}>
          {text}
        </Alert>
      ))}
    </>
  );
}
