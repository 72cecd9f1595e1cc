"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef } from "react";
import { focusFirstInvalid } from "@/components/form/issues";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { useAcknowledge } from "../../exception.client";
import { CommentField } from "./comment-field";
import { FormError } from "./form-error";
import { useIssueTexts } from "./issue-texts";

type AcknowledgeFormProps = { id: number; onChanged: (changed: boolean) => void; onDone: () => void };

/** Records who takes care, which stops the repeats. */
export function AcknowledgeForm({ id, onChanged, onDone }: AcknowledgeFormProps) {
  const t = useTranslations("exception.acknowledge");
  const acknowledge = useAcknowledge();
  const texts = useIssueTexts(acknowledge.error);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (acknowledge.error && form.current) focusFirstInvalid(form.current);
  }, [acknowledge.error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const comment = String(new FormData(event.currentTarget).get("comment") ?? "");
    acknowledge.mutate(
      { id, comment },
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
      <FormError texts={texts} />
      <CommentField issue={texts.fields.comment} />
      <Button type="submit" variant="primary" loading={acknowledge.isPending} className="sm:self-end">
        {t("submit", { count: 1 })}
      </Button>
    </form>
  );
}
