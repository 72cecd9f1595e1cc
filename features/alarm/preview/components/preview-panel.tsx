"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { useValueLocale } from "@/lib/units/units-context";
import { issuesOf } from "@/lib/validation/issues";
import { boundQuery } from "../../trigger/binding.client";
import { previewTrigger } from "../client";
import { type PreviewDto, PreviewInput } from "../schema";
import { PreviewResult } from "./preview-result";

type PreviewPanelProps = {
  customerId: number;
  /** The id of an existing trigger. */
  triggerId: number | null;
  /** The values that the form would submit. */
  trigger: object;
};

type Choice = { id: number; name: string };

/** Simulates a trigger, as edited, on past readings of a carrier. */
export function PreviewPanel({ customerId, triggerId, trigger }: PreviewPanelProps) {
  const t = useTranslations("trigger.preview");
  const tError = useTranslations("error");
  const locale = useValueLocale();
  const textOf = useIssueText();
  const { data: bound } = useQuery({ ...boundQuery(triggerId ?? 0), enabled: triggerId !== null });
  const [chosen, setChosen] = useState<RecordOption | null>(null);
  const [first] = bound?.items ?? [];
  const carrier = chosen ?? (first ? { id: first.id, label: first.name } : null);
  const parsed = PreviewInput.safeParse({ ...trigger, carrierId: carrier?.id });
  const asked = parsed.success ? JSON.stringify(parsed.data) : "";
  const [isTried, setTried] = useState(false);
  const { mutate, data, error, isPending, variables } = useServiceMutation<
    { asked: string; input: PreviewInput },
    PreviewDto
  >(({ input }) => previewTrigger(input));
  // A result for older input would be misleading.
  const isCurrent = parsed.success && variables?.asked === asked;
  const mistake = isTried && !parsed.success ? issuesOf(parsed.error)[0] : undefined;
  const [issue] = error?.issues ?? [];
  const run = () => {
    setTried(true);
    if (parsed.success) mutate({ asked, input: parsed.data });
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("carrier")} className="min-w-52 flex-1">
          {(control) => (
            <RecordSelect<Choice>
              control={control}
              name="previewCarrier"
              path="/service/carrier"
              params={{ customerId }}
              value={carrier}
              onChange={setChosen}
              toOption={({ id, name }) => ({ id, label: name })}
            />
          )}
        </Field>
        <Button loading={isPending} disabled={!carrier} onClick={run}>
          <FlaskConical aria-hidden="true" />
          {t("run")}
        </Button>
      </div>
      {mistake && <Alert tone="critical">{t("mistake", { why: textOf(mistake) })}</Alert>}
      {isCurrent && error && (
        <Alert tone="critical">{issue ? t("mistake", { why: textOf(issue) }) : tError(error.key)}</Alert>
      )}
      {isCurrent && data && <PreviewResult preview={data} locale={locale} />}
      {!isCurrent && !mistake && data && <p className="text-muted-foreground text-sm">{t("changed")}</p>}
    </div>
  );
}
