"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import type { LineIssue } from "@/features/telemetry/logger/logger.schema";

/** The text of an issue: from the logger rules, otherwise from the workbook rules. */
function useReason() {
  const t = useTranslations("error.rule");
  return ({ rule, limit = 0, other = 0 }: LineIssue): string => {
    const key = [`logger.${rule}`, rule].find((one) => t.has(one)) ?? "custom";
    return t(key, { limit, names: String(other), other: "" });
  };
}

/** Why a file is refused: line by line, with the column and the value found. */
export function LoggerIssues({ issues, count }: { issues: readonly LineIssue[]; count: number }) {
  const t = useTranslations("history.logger.check");
  const reasonOf = useReason();
  const ofLines = issues.filter(({ line }) => line > 0);
  return (
    <div className="space-y-2">
      <Alert tone="critical" title={t("refused", { count })}>
        {issues
          .filter(({ line }) => line === 0)
          .map((issue) => (
            <p key={issue.rule}>{reasonOf(issue)}</p>
          ))}
        {count > issues.length && <p>{t("onlyFirst", { shown: issues.length })}</p>}
      </Alert>
      {ofLines.length > 0 && (
        <div className="max-h-80 overflow-y-auto rounded-md border">
          <Table>
            <caption className="sr-only">{t("caption")}</caption>
            <TableHead>
              <tr>
                <TableHeaderCell>{t("line")}</TableHeaderCell>
                <TableHeaderCell>{t("column")}</TableHeaderCell>
                <TableHeaderCell className="max-sm:hidden">{t("value")}</TableHeaderCell>
                <TableHeaderCell>{t("reason")}</TableHeaderCell>
              </tr>
            </TableHead>
            <TableBody>
              {ofLines.map((issue) => (
                <TableRow
                  key={`${issue.line} ${issue.column} ${issue.rule}`}
                  className="[&>td]:py-1.5 [&>td]:align-top"
                >
                  <TableCell className="w-14 font-medium">{issue.line}</TableCell>
                  <TableCell className="wrap-anywhere w-28">{issue.column}</TableCell>
                  <TableCell className="wrap-anywhere max-w-44 max-sm:hidden">{issue.value}</TableCell>
                  <TableCell>
                    <span className="wrap-anywhere block text-muted-foreground sm:hidden">{issue.value}</span>
                    {reasonOf(issue)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </div>
  );
}
