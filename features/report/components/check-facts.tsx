"use client";

import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { StateBadge } from "@/components/value/state-badge";
import { formatStamp } from "@/lib/datetime/format";
import { LOCALE_NAMES } from "@/lib/i18n/routing";
import { rangeText } from "../content.rules";
import type { CheckedReportDto } from "../report.schema";
import { ApprovalCell } from "./state-cells";

/** What is registered about a document. */
export function CheckFacts({ report }: { report: CheckedReportDto }) {
  const t = useTranslations("report");
  const tSignature = useTranslations("signature");
  const { timeZone } = report;
  const stamp = (at: number | string) => formatStamp(new Date(at), { timeZone });
  return (
    <section aria-labelledby="registered" className="flex flex-col gap-4">
      <h2 id="registered" className="text-base">
        {t("check.known")}
      </h2>
      <DescriptionList
        items={[
          { term: t("check.document"), value: `${t(`type.${report.type}`)}: ${report.name}` },
          { term: t("check.customer"), value: report.customer },
          { term: t("check.range"), value: rangeText(report) },
          { term: t("check.version"), value: report.version },
          ...(report.generatedAt ? [{ term: t("check.made"), value: stamp(report.generatedAt) }] : []),
          { term: t("check.approval"), value: <ApprovalCell report={{ approval: report.approval }} /> },
          {
            term: t("check.signatures"),
            value:
              report.signatures.length === 0 ? (
                t("check.noSignatures")
              ) : (
                <ol className="flex flex-col gap-2">
                  {report.signatures.map((one) => (
                    <li key={one.at}>
                      <span className="font-medium">{one.name}</span> · {tSignature(`meaning.${one.meaning}`)}
                      <span className="block text-muted-foreground">{stamp(one.at)}</span>
                      <StateBadge plain tone={one.state === "valid" ? "normal" : "critical"}>
                        {tSignature(`state.${one.state}`)}
                      </StateBadge>
                    </li>
                  ))}
                </ol>
              ),
          },
          {
            term: t("check.hashes"),
            value: (
              <ul className="flex flex-col gap-2">
                {report.files.map((file) => (
                  <li key={file.sha256}>
                    <span className="break-all font-mono text-xs">{file.sha256}</span>
                    <span className="block text-muted-foreground text-xs">
                      <span lang={file.locale}>{LOCALE_NAMES[file.locale]}</span> · {t("check.version")} {file.version}{" "}
                      · {t("check.signedBy", { count: file.signatures })}
                    </span>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </section>
  );
}
