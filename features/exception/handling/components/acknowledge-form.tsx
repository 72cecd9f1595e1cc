"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef } from "react";
import { focusFirstInvalid } from "@/components/form/issues";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { useValueLocale } from "@/lib/units/units-context";
import { Outlook } from "../../briefing/components/outlook";
import { briefingQuery, nextNoticeQuery, useAcknowledge } from "../../exception.client";
import { AcknowledgeFields, statementOf } from "./acknowledge-fields";
import { useAcknowledgeTexts } from "./acknowledge-texts";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

type AcknowledgeFormProps = {
  id: number;
  timeZone: string;
  now: number;
  onChanged: (changed: boolean) => void;
  onDone: () => void;
};

/** The acknowledgement inside an opened record, which shows the rest itself. */
export function AcknowledgeForm({ id, timeZone, now, onChanged, onDone }: AcknowledgeFormProps) {
  const t = useTranslations("acknowledge");
  const tError = useTranslations("error");
  const locale = useValueLocale();
  const briefing = useQuery(briefingQuery(id));
  const next = useQuery(nextNoticeQuery(id));
  const acknowledge = useAcknowledge();
  const texts = useIssueTexts(acknowledge.error, tError);
  const fields = useAcknowledgeTexts();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (acknowledge.error && form.current) focusFirstInvalid(form.current);
  }, [acknowledge.error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    acknowledge.mutate(
      { id, ...statementOf(new FormData(event.currentTarget)) },
      {
        onSuccess: () => {
          onChanged(false);
          showToast("normal", t("done", { count: 1 }));
          onDone();
        },
      },
    );
  };
  return (
    <form
      ref={form}
      noValidate
      onChange={() => onChanged(true)}
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-lg border border-warning-line bg-warning-soft p-4"
    >
      <div>
        <h3 className="text-base">{t("title", { count: 1 })}</h3>
        <p className="mt-0.5 text-muted-foreground text-sm">{t("hint")}</p>
      </div>
      {briefing.data && <Outlook {...briefing.data} next={next.data} locale={locale} timeZone={timeZone} now={now} />}
      <FormError texts={texts} />
      <AcknowledgeFields texts={fields} causes={briefing.data?.causes ?? []} issues={texts.fields} />
      <Button type="submit" variant="primary" loading={acknowledge.isPending} className="sm:self-end">
        {t("submit", { count: 1 })}
      </Button>
    </form>
  );
}
