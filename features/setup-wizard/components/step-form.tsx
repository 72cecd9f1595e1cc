"use client";

import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

type StepFormProps = {
  title: ReactNode;
  onSubmit: (data: FormData) => void;
  onBack?: (() => void) | undefined;
  pending?: boolean;
  /** Default: "Save and continue". */
  submitLabel?: string;
  /** Issue of the step as a whole. */
  error?: ReactNode;
  children: ReactNode;
};

/** A step: its fields, with the buttons to continue and to go back within reach of a thumb. */
export function StepForm({ title, onSubmit, onBack, pending = false, submitLabel, error, children }: StepFormProps) {
  const t = useTranslations("wizard.action");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="font-semibold text-lg">{title}</h2>
        {error && <Alert tone="critical">{error}</Alert>}
        {children}
      </Card>
      <div className="sticky bottom-0 z-10 -mx-3 flex justify-between gap-2 border-t bg-background px-3 py-3 sm:static sm:mx-0 sm:border-0 sm:px-0 sm:py-0">
        {onBack && (
          <Button size="lg" onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            {t("back")}
          </Button>
        )}
        <Button type="submit" size="lg" variant="primary" loading={pending} className="ml-auto max-sm:grow">
          {submitLabel ?? t("next")}
          <ArrowRight aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}
