"use client";

import { ChevronDown, FileText, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { showToast } from "@/components/ui/toast-store";
import type { ReportPeriod } from "@/db/enums";
import { callService, ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import type { ReportDto, Subject } from "../report.schema";

/** Makes the report on a subject, and opens it. */
function useReportOn() {
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const make = async (subject: Subject) => {
    setPending(true);
    try {
      const { id } = await callService<ReportDto>("/service/report/subject", { method: "POST", body: subject });
      router.push(`/count/dataReport?id=${id}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
    } finally {
      setPending(false);
    }
  };
  return { make: (subject: Subject) => void make(subject), pending };
}

const Icon = ({ pending }: { pending: boolean }) =>
  pending ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : <FileText aria-hidden="true" />;

function ReportButton({ subject, text = "make" }: { subject: Subject; text?: "make" | "transport" | "verification" }) {
  const t = useTranslations("report-button");
  const { make, pending } = useReportOn();
  return (
    <Button disabled={pending} onClick={() => make(subject)}>
      <Icon pending={pending} />
      {t(text)}
    </Button>
  );
}

/** The report on an exception: what happened, and whether the lots that were there may be used. */
export const ExceptionReport = ({ exceptionId }: { exceptionId: number }) => (
  <ReportButton subject={{ about: "exception", id: exceptionId }} />
);

/** The report on a lot: where it was, the verdict, the decisions. */
export const LotReport = ({ lotId }: { lotId: number }) => <ReportButton subject={{ about: "lot", id: lotId }} />;

/** The report on a transport: the journey, the figures on the way, and the hand-over. */
export const TransportReport = ({ transportId }: { transportId: number }) => (
  <ReportButton subject={{ about: "transport", id: transportId }} text="transport" />
);

/** The report on a verification: its plan, its figures, and how hot it was where. */
export const VerificationReport = ({ taskId }: { taskId: number }) => (
  <ReportButton subject={{ about: "verification", id: taskId }} text="verification" />
);

const PERIODS = ["lastWeek", "thisMonth", "lastMonth"] as const satisfies readonly ReportPeriod[];

/** The record of a carrier over a usual period; on a phone an icon, which leaves room for the carrier's name. */
export const CarrierReport = ({ carrierId }: { carrierId: number }) => (
  <PeriodMenu subjectOf={(period) => ({ about: "carrier", id: carrierId, period })} isIconOnPhone />
);

/** The record of all carriers over a usual period. */
export const AllReport = () => <PeriodMenu subjectOf={(period) => ({ about: "all", period })} isOfAll />;

function PeriodMenu({
  subjectOf,
  isOfAll = false,
  isIconOnPhone = false,
}: {
  subjectOf: (period: ReportPeriod) => Subject;
  isOfAll?: boolean;
  isIconOnPhone?: boolean;
}) {
  const t = useTranslations("report-button");
  const { make, pending } = useReportOn();
  const label = t(isOfAll ? "all" : "make");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          disabled={pending}
          {...(isIconOnPhone && { title: label })}
          className={
            isIconOnPhone
              ? "max-sm:size-control max-sm:border-transparent max-sm:bg-transparent max-sm:px-0"
              : undefined
          }
        >
          <Icon pending={pending} />
          <span className={isIconOnPhone ? "max-sm:sr-only" : undefined}>{label}</span>
          <ChevronDown aria-hidden="true" className={isIconOnPhone ? "max-sm:hidden" : undefined} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {PERIODS.map((period) => (
          <DropdownMenuItem key={period} onSelect={() => make(subjectOf(period))}>
            {t(`period.${period}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
