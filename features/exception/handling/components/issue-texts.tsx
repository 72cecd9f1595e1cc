import { useTranslations } from "next-intl";
import type { Issue } from "@/lib/errors";
import type { ServiceError } from "@/lib/http/call-service";
import type { Bar } from "../rules";

const CHOICES = new Set(["reasonId", "analysisResult"]);
const BARS = new Set<string>([
  "withdrawn",
  "removed",
  "signed",
  "acknowledged",
  "ongoing",
  "processed",
  "unprocessed",
  "closed",
] satisfies (Bar | "signed")[]);

/** The texts of an error: those of fields, and those of the record as a whole; `textOfKey` for any other error. */
export function useIssueTexts(error: ServiceError | null, textOfKey: (key: string) => string) {
  const t = useTranslations("acknowledge.issue");

  const textOf = ({ path, rule }: Issue): string => {
    if (rule === "reasonNotFound") return t("reasonNotFound");
    if (CHOICES.has(path)) return t("choose");
    if (rule === "too_small") return t("required");
    return rule === "too_big" ? t("tooLong") : t("control");
  };
  /** Why this row cannot be changed; undefined for an issue that is not about a row. */
  const barText = (issue: Issue): string | undefined => {
    if (issue.rule === "recordNotFound") return t("recordNotFound");
    return BARS.has(issue.rule) ? t(`bar.${issue.rule}`) : undefined;
  };
  const fields: Record<string, string> = {};
  const rows: { index: number | null; text: string }[] = [];
  for (const issue of error?.issues ?? []) {
    const about = barText(issue);
    if (about === undefined) fields[issue.path] ??= textOf(issue);
    else rows.push({ index: issue.path.startsWith("ids.") ? Number(issue.path.slice(4)) : null, text: about });
  }
  const whole = error && rows.length === 0 && Object.keys(fields).length === 0;
  return {
    fields,
    rows,
    general: whole ? textOfKey(error.key) : undefined,
    requestId: whole ? error.requestId : undefined,
  };
}
