"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { showToast } from "@/components/ui/toast-store";
import type { SigningMeaning } from "@/db/enums";
import { SignDialog } from "@/features/signature/components/sign-dialog";
import { SignatureList } from "@/features/signature/components/signature-list";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { ServiceError } from "@/lib/http/call-service";
import { Link } from "@/lib/i18n/navigation";
import { LOCALE_NAMES, type Locale } from "@/lib/i18n/routing";
import { formatNumber } from "@/lib/units/format";
import { overallOf, rangeText } from "../content.rules";
import { act, fileHref, isMoving, reportQuery, signReport } from "../report.client";
import { mayCancel, mayRemake } from "../report.rules";
import type { ReportContent, ReportDetailDto, ReportRights } from "../report.schema";
import { REPORT_TYPE_RULES } from "../sections.rules";
import type { ReportTransport } from "../transport.schema";
import type { ReportVerification } from "../verification.schema";
import { ReportLots } from "./report-lots";
import { ApprovalCell, StateCell } from "./state-cells";

type ReportSheetProps = {
  id: number;
  rights: ReportRights;
  onClose: () => void;
  /** Asks for a report like a failed one, with another period. */
  onChangePeriod: (report: ReportDetailDto) => void;
};
type Meaning = Exclude<SigningMeaning, "released">;

/** One report: its figures, its signatures, and what is to be done with it. */
export function ReportSheet({ id, rights, onClose, onChangePeriod }: ReportSheetProps) {
  const t = useTranslations("report");
  const tError = useTranslations("error");
  const locale = useLocale();
  const client = useQueryClient();
  const { data, error } = useQuery(reportQuery(id));
  const [signing, setSigning] = useState<Meaning | null>(null);
  const [acting, setActing] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: ["report", id] });
  const run = async (action: "remake" | "cancel") => {
    setActing(true);
    try {
      await act(id, action);
      showToast("normal", t(`action.${action}Done`));
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      showToast("critical", tError(failure.key));
    } finally {
      setActing(false);
      await reload();
    }
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader
          title={data ? data.name : error ? t("detail.missing") : <Skeleton className="my-1 w-64" />}
          description={
            data && (
              <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
                {t(`type.${data.type}`)}
                <ApprovalCell report={data} />
              </span>
            )
          }
        />
        <SheetBody className="pb-8">
          {data ? (
            <Body report={data} />
          ) : error ? (
            <ErrorState title={t("detail.missing")} />
          ) : (
            <Skeleton className="h-64 rounded-lg" />
          )}
        </SheetBody>
        {data && (
          <SheetFooter>
            {mayCancel(data) && rights.create && (
              <Button disabled={acting} onClick={() => void run("cancel")}>
                {t("action.cancel")}
              </Button>
            )}
            {mayRemake(data) && rights.edit && (
              <Button disabled={acting} onClick={() => void run("remake")}>
                {t("action.remake")}
              </Button>
            )}
            {data.state === "failed" && REPORT_TYPE_RULES[data.type].about === "carriers" && rights.create && (
              <Button variant="primary" onClick={() => onChangePeriod(data)}>
                {t("action.changePeriod")}
              </Button>
            )}
            <SignButtons report={data} rights={rights} onSign={setSigning} />
            {data.files.length > 0 && (
              <a
                href={fileHref(id, shownLocale(data.files, locale))}
                className={buttonVariants({ variant: "primary" })}
              >
                <Download aria-hidden="true" />
                {t("action.download")}
              </a>
            )}
          </SheetFooter>
        )}
        {signing && data?.signing && (
          <SignDialog
            meaning={signing}
            subject={`${data.name} · ${t("detail.version")} ${data.version}`}
            send={({ reason, ...values }) =>
              signReport(id, signing, {
                ...values,
                ...(signing !== "made" && { reason }),
                contentHash: data.signing?.contentHash,
              })
            }
            onClose={() => setSigning(null)}
            onDone={() => {
              setSigning(null);
              void reload();
            }}
          />
        )}
      </SheetContent>
    </Sheet>
  );
}

/** The language of the reader, if there is a file in it. */
const shownLocale = (files: ReportDetailDto["files"], locale: string): Locale | undefined =>
  files.find((file) => file.locale === locale)?.locale ?? files[0]?.locale;

/** What this account may sign next. */
function SignButtons(props: { report: ReportDetailDto; rights: ReportRights; onSign: (meaning: Meaning) => void }) {
  const { report, rights, onSign } = props;
  const t = useTranslations("report.action");
  const next = report.signing?.next ?? [];
  const offered = (["made", "rejected", "reviewed", "approved"] as const).filter(
    (meaning) => next.includes(meaning) && (meaning === "made" ? rights.sign : rights.approve),
  );
  return offered.map((meaning) => (
    <Button key={meaning} onClick={() => onSign(meaning)}>
      {t(meaning === "made" ? "sign" : meaning)}
    </Button>
  ));
}

function Body({ report }: { report: ReportDetailDto }) {
  const t = useTranslations("report");
  const locale = useLocale();
  const { timeZone, content, signing, files } = report;

  const stamp = (at: number | string) => formatStamp(new Date(at), { timeZone });
  return (
    <div className="flex flex-col gap-5">
      {report.state !== "generated" && <StateCell report={report} />}
      {content && <Figures content={content} />}
      {content?.lots && content.lots.length > 0 && <ReportLots lots={content.lots} />}
      <DescriptionList
        items={[
          ...(content?.transport
            ? [{ term: t("detail.transport"), value: <TransportFacts of={content.transport} /> }]
            : []),
          ...(content?.verification
            ? [{ term: t("detail.verification"), value: <VerificationFacts of={content.verification} /> }]
            : []),
          ...(content?.lots && content.type === "lot" ? [{ term: t("detail.lots"), value: lotNames(content) }] : []),
          { term: t("detail.points"), value: namesOf(content ?? report) },
          { term: t("detail.range"), value: rangeText(report) },
          { term: t("detail.contents"), value: report.sections.map((one) => t(`section.${one}`)).join(", ") },
          { term: t("detail.locales"), value: report.locales.map((one) => LOCALE_NAMES[one]).join(", ") },
          ...(report.signatures.length > 0
            ? [
                {
                  term: t("detail.signatures"),
                  value: report.signatures.map((one) => t(`signature.${one}`)).join(" → "),
                },
              ]
            : []),
          { term: t("detail.version"), value: formatNumber(report.version, locale) },
          { term: t("detail.author"), value: report.author },
          ...(report.generatedAt ? [{ term: t("detail.generatedAt"), value: stamp(report.generatedAt) }] : []),
          ...(content && content.probes.length > 0
            ? [{ term: t("detail.omitted"), value: <Omitted content={content} /> }]
            : []),
          ...(files.length > 0 ? [{ term: t("detail.file"), value: <FileFacts report={report} /> }] : []),
        ]}
      />
      {signing && <SignatureList signatures={signing.signatures} timeZone={timeZone} />}
    </div>
  );
}

/** The transport with the way to its file, and how it ended. */
function TransportFacts({ of: { id, number, handovers } }: { of: ReportTransport }) {
  const t = useTranslations("transportFile.answer");
  const last = handovers.at(-1);
  return (
    <span className="flex flex-col">
      <Link
        href={`/transportDetail?id=${id}`}
        prefetch={false}
        className="self-start text-primary tabular-nums underline-offset-4 hover:underline"
      >
        {number}
      </Link>
      {last && (
        <span>
          {t(last.answer)}: {last.receiverName}
        </span>
      )}
      {last?.remark && <span className="whitespace-pre-line break-words text-muted-foreground">{last.remark}</span>}
    </span>
  );
}

/** The verification with the way to its window, and its verdict. */
function VerificationFacts({ of: { id, number, result } }: { of: ReportVerification }) {
  const t = useTranslations("report.verdict");
  return (
    <span className="flex flex-col">
      <Link
        href={`/verificationDetail?id=${id}`}
        prefetch={false}
        className="self-start text-primary tabular-nums underline-offset-4 hover:underline"
      >
        {number}
      </Link>
      <span>{t(result.verdict)}</span>
    </span>
  );
}

const NAMES = 8;
const namesOf = ({ carriers }: { carriers: readonly { name: string }[] }): string => {
  const names = carriers.slice(0, NAMES).map(({ name }) => name);
  return carriers.length > NAMES ? `${names.join(", ")} … (${carriers.length})` : names.join(", ");
};

const lotNames = ({ lots = [] }: ReportContent): string => {
  const names = lots.slice(0, NAMES).map(({ product, number }) => `${product} ${number}`);
  return lots.length > NAMES ? `${names.join(", ")} … (${lots.length})` : names.join(", ");
};

function Omitted({ content }: { content: ReportContent }) {
  const t = useTranslations("report.detail");
  const locale = useLocale();
  const { gapSeconds, invalidReadings } = overallOf(content);
  return t("omittedText", { gaps: formatDuration(gapSeconds * 1000, locale), invalid: invalidReadings });
}

function FileFacts({ report }: { report: ReportDetailDto }) {
  const t = useTranslations("report");
  const locale = useLocale();
  return (
    <span className="flex flex-col gap-2">
      {report.files.map((file) => (
        <span key={file.locale} className="flex flex-col">
          <a
            href={fileHref(report.id, file.locale)}
            className="self-start text-primary underline-offset-4 hover:underline"
            aria-label={t("action.downloadIn", { language: LOCALE_NAMES[file.locale] })}
          >
            <span lang={file.locale}>{LOCALE_NAMES[file.locale]}</span> · PDF ·{" "}
            {formatNumber(Math.max(1, file.size / 1024), locale, 0, 0)} KiB
          </a>
          <span className="break-all font-mono text-muted-foreground text-xs">SHA-256 {file.sha256}</span>
        </span>
      ))}
      {isMoving(report) && (
        <span role="status" className="inline-flex items-center gap-2 text-muted-foreground text-xs">
          <Spinner /> {t("detail.printing")}
        </span>
      )}
      <a href={`/${locale}${report.checkPath}`} className="self-start text-primary underline-offset-4 hover:underline">
        {t("detail.check")}
      </a>
    </span>
  );
}

/** The figures of the report as a whole, as on its first page. */
function Figures({ content }: { content: ReportContent }) {
  const t = useTranslations("report");
  const locale = useLocale();
  const all = overallOf(content);
  const percent = (rate: number | null) => (rate === null ? "–" : `${formatNumber(rate * 100, locale, 2)} %`);
  const items: [string, string][] = [
    ...(content.lots
      ? ([
          [t("figure.lots"), formatNumber(all.lots, locale)],
          [t("figure.notUsable"), formatNumber(all.notUsable, locale)],
        ] as [string, string][])
      : []),
    [t("figure.points"), formatNumber(content.carriers.length, locale)],
    ...(content.probes.length > 0
      ? ([
          [t("figure.passRate"), percent(all.passRate)],
          [t("figure.completeness"), percent(all.completeness)],
          [t("figure.readings"), formatNumber(all.readings, locale)],
        ] as [string, string][])
      : []),
    ...(content.sections.includes("excursions")
      ? ([[t("figure.excursions"), formatNumber(all.excursions, locale)]] as [string, string][])
      : []),
    ...(content.sections.includes("calibration")
      ? ([
          [t("figure.lapsed"), formatNumber(all.lapsed, locale)],
          ...(all.uncalibrated > 0 ? [[t("print.uncalibrated"), formatNumber(all.uncalibrated, locale)]] : []),
        ] as [string, string][])
      : []),
  ];
  return (
    <dl
      aria-label={t("detail.figures")}
      className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border px-4 py-3 sm:grid-cols-3"
    >
      {items.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted-foreground text-xs">{term}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
