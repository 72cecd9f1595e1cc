"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropArea } from "@/components/form/drop-area";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody } from "@/components/ui/card";
import { ServiceError } from "@/lib/http/call-service";
import { checkHash } from "../report.client";
import type { CheckedReportDto } from "../report.schema";
import { CheckFacts } from "./check-facts";

type Outcome =
  | { kind: "unknown" }
  | { kind: "failed" }
  | { kind: "known"; file: CheckedReportDto["files"][number]; report: CheckedReportDto; isOther: boolean };

/** The SHA-256 of a file in hex, computed here: the file is sent nowhere. */
async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares a file with what is registered. */
export function CheckForm({ report }: { report: CheckedReportDto | null }) {
  const t = useTranslations("report.check");
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setOutcome(null);
    try {
      const sha256 = await hashOf(chosen);
      const own = report?.files.find((one) => one.sha256 === sha256);
      if (report && own) return setOutcome({ kind: "known", file: own, report, isOther: false });
      const found = await checkHash(sha256);
      const known = found.files.find((one) => one.sha256 === sha256);
      setOutcome(known ? { kind: "known", file: known, report: found, isOther: true } : { kind: "unknown" });
    } catch (error) {
      setOutcome({ kind: error instanceof ServiceError && error.key === "NOT_FOUND" ? "unknown" : "failed" });
    }
  };
  const words = { label: t("label"), drop: t("drop"), choose: t("choose"), other: t("other") };
  return (
    <div className="flex flex-col gap-3">
      <DropArea
        words={words}
        accept={[".pdf"]}
        file={file}
        isBad={outcome?.kind === "unknown"}
        isDisabled={false}
        onTake={(chosen) => void take(chosen)}
      />
      <div role="status" className="flex flex-col gap-3">
        {outcome && <OutcomeText outcome={outcome} />}
      </div>
      {outcome?.kind === "known" && outcome.isOther && (
        <Card>
          <CardBody>
            <CheckFacts report={outcome.report} />
          </CardBody>
        </Card>
      )}
    </div>
  );
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const t = useTranslations("report.check");
  if (outcome.kind === "unknown") return <Alert tone="critical">{t("unknown")}</Alert>;
  if (outcome.kind === "failed") return <Alert tone="warning">{t("failed")}</Alert>;
  const { version, signatures, isLatest } = outcome.file;
  return isLatest ? (
    <Alert tone="normal">{t("same")}</Alert>
  ) : (
    <Alert tone="warning">{t("older", { version, signatures })}</Alert>
  );
}
