"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/form/field";
import { Radio } from "@/components/ui/radio";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { ANALYSIS_RESULTS, type AnalysisResult } from "@/db/enums";
import { useExceptionTexts } from "../../components/labels";
import { reasonsQuery } from "../../exception.client";
import type { ExceptionDto } from "../../exception.schema";
import { TEXT_LENGTH } from "../rules";

type HandlingFieldsProps = {
  /** Of these customers; a reason of one customer alone is not offered for exceptions of several. */
  customerIds: readonly number[];
  /** The values before, as a draft. */
  draft?: Pick<ExceptionDto, "reason" | "analysisResult" | "measures" | "remark">;
  issues: Record<string, string>;
};

/** The fields of a handling; the schema reports a missing selection. */
export const handlingOf = (form: FormData) => {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    reasonId: Number(text("reasonId")),
    measures: text("measures"),
    remark: text("remark"),
    analysisResult: text("analysisResult") as AnalysisResult,
  };
};

/** Reason, result of the analysis, measures and remark. */
export function HandlingFields({ customerIds, draft, issues }: HandlingFieldsProps) {
  const t = useTranslations("exception.handle");
  const tAnalysis = useTranslations("exception.analysis");
  const { reason } = useExceptionTexts();
  const [customerId = 0, ...others] = [...new Set(customerIds)];
  const reasons = useQuery(reasonsQuery(customerId));
  const choices = reasons.data?.filter((one) => others.length === 0 || one.customerId === null);
  const id = useId();
  // The options load after the form: the key remounts the field, so that the stored selection applies.
  const reasonKey = reasons.data ? "known" : "loading";
  return (
    <div className="flex flex-col gap-4">
      <Field label={t("reason")} required issue={issues.reasonId ?? (reasons.isError ? t("reasonsFailed") : undefined)}>
        {(control) => (
          <Select key={reasonKey} {...control} name="reasonId" defaultValue={draft?.reason?.id ?? ""}>
            <option value="">{t("chooseReason")}</option>
            {choices?.map((one) => (
              <option key={one.id} value={one.id}>
                {reason(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset className="flex flex-col gap-1.5" aria-describedby={`${id}-issue`}>
        <legend className="mb-1 font-medium text-sm">
          {t("analysisResult")}
          <span aria-hidden="true" className="ml-0.5 text-critical">
            *
          </span>
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {ANALYSIS_RESULTS.map((result) => (
            <label
              key={result}
              htmlFor={`${id}-${result}`}
              className="inline-flex min-h-6 items-center gap-2 text-base"
            >
              <Radio
                id={`${id}-${result}`}
                name="analysisResult"
                value={result}
                defaultChecked={draft?.analysisResult === result}
                aria-invalid={issues.analysisResult ? true : undefined}
              />
              {tAnalysis(result)}
            </label>
          ))}
        </div>
        <p id={`${id}-issue`} className="text-critical text-xs">
          {issues.analysisResult}
        </p>
      </fieldset>
      {(["measures", "remark"] as const).map((name) => (
        <Field key={name} label={t(name)} hint={t(`${name}Hint`)} issue={issues[name]}>
          {(control) => (
            <Textarea
              {...control}
              name={name}
              maxLength={TEXT_LENGTH}
              defaultValue={draft?.[name] ?? ""}
              className="min-h-16"
            />
          )}
        </Field>
      ))}
    </div>
  );
}
