"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { Field } from "@/components/form/field";
import { FormActions } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { Button } from "@/components/ui/button";
import { Radio } from "@/components/ui/radio";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import { ANALYSIS_RESULTS, type AnalysisResult } from "@/db/enums";
import { useExceptionTexts } from "../../components/labels";
import { reasonsQuery, useHandle } from "../../exception.client";
import type { ExceptionDetailDto } from "../../exception.schema";
import { TEXT_LENGTH } from "../rules";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

type HandleFormProps = { detail: ExceptionDetailDto; onChanged: (changed: boolean) => void; onDone: () => void };

/** Reason, measures, remark and result of the analysis; after a reopening, prefilled with the previous values. */
export function HandleForm({ detail, onChanged, onDone }: HandleFormProps) {
  const t = useTranslations("exception.handle");
  const tAnalysis = useTranslations("exception.analysis");
  const { reason } = useExceptionTexts();
  const reasons = useQuery(reasonsQuery(detail.customerId));
  const handle = useHandle();
  const texts = useIssueTexts(handle.error);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  useEffect(() => {
    if (handle.error && form.current) focusFirstInvalid(form.current);
  }, [handle.error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    const input = {
      id: detail.id,
      reasonId: Number(text("reasonId")),
      measures: text("measures"),
      remark: text("remark"),
      // The schema reports a missing selection.
      analysisResult: text("analysisResult") as AnalysisResult,
    };
    handle.mutate(input, {
      onSuccess: () => {
        onChanged(false);
        showToast("normal", t("done"));
        onDone();
      },
    });
  };
  // The options load after the form: the key remounts the field, so that the stored selection applies.
  const reasonKey = reasons.data ? "known" : "loading";
  return (
    <form ref={form} noValidate onChange={() => onChanged(true)} onSubmit={submit} className="flex flex-col gap-4">
      <FormError texts={texts} />
      <Field
        label={t("reason")}
        required
        issue={texts.fields.reasonId ?? (reasons.isError ? t("reasonsFailed") : undefined)}
      >
        {(control) => (
          <Select key={reasonKey} {...control} name="reasonId" defaultValue={detail.reason?.id ?? ""}>
            <option value="">{t("chooseReason")}</option>
            {reasons.data?.map((one) => (
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
                defaultChecked={detail.analysisResult === result}
                aria-invalid={texts.fields.analysisResult ? true : undefined}
              />
              {tAnalysis(result)}
            </label>
          ))}
        </div>
        <p id={`${id}-issue`} className="text-critical text-xs">
          {texts.fields.analysisResult}
        </p>
      </fieldset>
      {(["measures", "remark"] as const).map((name) => (
        <Field key={name} label={t(name)} hint={t(`${name}Hint`)} issue={texts.fields[name]}>
          {(control) => (
            <Textarea
              {...control}
              name={name}
              maxLength={TEXT_LENGTH}
              defaultValue={detail[name] ?? ""}
              className="min-h-16"
            />
          )}
        </Field>
      ))}
      <FormActions className="pt-0">
        <Button type="submit" variant="primary" loading={handle.isPending}>
          {t("submit")}
        </Button>
      </FormActions>
    </form>
  );
}
