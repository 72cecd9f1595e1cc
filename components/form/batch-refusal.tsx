import { useTranslations } from "next-intl";
import type { ServiceError } from "@/lib/http/call-service";
import { useIssueText } from "./use-record-form";

type BatchRefusalProps = {
  error: Pick<ServiceError, "key" | "issues">;
  /** The name of a row by its index in the call. */
  nameOf: (index: number) => string | undefined;
};

/** Why a batch was refused: every row at fault by its name, or the error of the call as a whole. */
export function BatchRefusal({ error: { key, issues }, nameOf }: BatchRefusalProps) {
  const t = useTranslations("error");
  const textOf = useIssueText();
  if (issues.length === 0) return t(key);
  return issues.map((issue) => {
    const index = /^\w+\.(\d+)(?:\.|$)/.exec(issue.path)?.[1];
    const name = index === undefined ? undefined : nameOf(Number(index));
    const why = textOf(issue);
    return (
      <p key={`${issue.path} ${issue.rule}`} className="wrap-anywhere">
        {name === undefined ? why : t("row", { name, why })}
      </p>
    );
  });
}
