"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef } from "react";
import { FormActions } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { useHandle } from "../../exception.client";
import type { ExceptionDetailDto } from "../../exception.schema";
import { FormError } from "./form-error";
import { HandlingFields, handlingOf } from "./handling-fields";
import { useIssueTexts } from "./issue-texts";

type HandleFormProps = { detail: ExceptionDetailDto; onChanged: (changed: boolean) => void; onDone: () => void };

/** Reason, measures, remark and result of the analysis; after a reopening, prefilled with the previous values. */
export function HandleForm({ detail, onChanged, onDone }: HandleFormProps) {
  const t = useTranslations("exception.handle");
  const tError = useTranslations("error");
  const handle = useHandle();
  const texts = useIssueTexts(handle.error, tError);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (handle.error && form.current) focusFirstInvalid(form.current);
  }, [handle.error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    handle.mutate(
      { id: detail.id, ...handlingOf(new FormData(event.currentTarget)) },
      {
        onSuccess: () => {
          onChanged(false);
          showToast("normal", t("done"));
          onDone();
        },
      },
    );
  };
  return (
    <form ref={form} noValidate onChange={() => onChanged(true)} onSubmit={submit} className="flex flex-col gap-4">
      <FormError texts={texts} />
      <HandlingFields customerIds={[detail.customerId]} draft={detail} issues={texts.fields} />
      <FormActions className="pt-0">
        <Button type="submit" variant="primary" loading={handle.isPending}>
          {t("submit")}
        </Button>
      </FormActions>
    </form>
  );
}
