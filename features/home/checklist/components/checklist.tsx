"use client";

import { ArrowRight, Circle, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { ToneIcon } from "@/components/value/tone-icon";
import { TestAlarmDialog } from "@/features/alarm/test-alarm/components/test-alarm-button";
import { closeChecklist, useChecklist } from "../client";
import type { ChecklistStep } from "../rules";
import type { ChecklistDto } from "../schema";

type ChecklistProps = { first: ChecklistDto; refreshSeconds: number };

/** What is left to do until an alarm reaches somebody. Once all is done or the account closes it, it is gone for good. */
export function Checklist({ first, refreshSeconds }: ChecklistProps) {
  const t = useTranslations("home.checklist");
  const { checklist, hide, reread } = useChecklist(first, refreshSeconds);
  const { steps, isJustDone } = checklist;
  useEffect(() => {
    // If it fails, the next visit tries again.
    if (isJustDone) closeChecklist().catch(() => undefined);
  }, [isJustDone]);
  const [testedId, setTestedId] = useState<number | null>(null);
  // Delivery does the step, and may end the checklist, while the dialog still shows it.
  const dialog = testedId !== null && (
    <TestAlarmDialog
      carrierId={testedId}
      onClose={() => {
        setTestedId(null);
        reread();
      }}
    />
  );
  if (!steps) return dialog;

  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ href, testCarrierId }) => href !== null || testCarrierId !== null);
  const variantOf = (step: ChecklistStep) => (step === next?.step ? "primary" : "secondary");
  return (
    <Card data-checklist="">
      <CardHeader>
        <CardTitle>
          {t(steps.some(({ step }) => step === "customer") ? "platformTitle" : "title")}
          <span className="ml-2 font-normal text-muted-foreground text-sm tabular-nums">
            {t("progress", { done, total: steps.length })}
          </span>
        </CardTitle>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("close")}
          title={t("close")}
          onClick={() => {
            hide();
            closeChecklist().catch(() => undefined);
          }}
        >
          <X aria-hidden="true" />
        </Button>
      </CardHeader>
      <CardBody>
        <ol className="grid gap-x-8 gap-y-1 lg:grid-cols-2">
          {steps.map(({ step, isDone, hint, href, testCarrierId }) => (
            <li
              key={step}
              data-step={step}
              data-done={isDone}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 sm:flex-nowrap"
            >
              {isDone ? (
                <ToneIcon tone="normal" className="size-5 text-normal" />
              ) : (
                <Circle aria-hidden="true" className="size-5 shrink-0 text-faint-foreground" />
              )}
              <div className="min-w-0 flex-1">
                <p className={cn("font-medium", isDone && "text-muted-foreground")}>
                  {t(`step.${step}`)}
                  <span className="sr-only"> {t(isDone ? "done" : "open")}</span>
                </p>
                {!isDone && <p className="text-muted-foreground text-sm">{t(`hint.${hint}`)}</p>}
              </div>
              {href !== null && (
                <ButtonLink variant={variantOf(step)} href={href} prefetch={false} className="max-sm:ml-8">
                  {t(`action.${step}`)}
                  <ArrowRight aria-hidden="true" />
                </ButtonLink>
              )}
              {testCarrierId !== null && (
                <Button variant={variantOf(step)} className="max-sm:ml-8" onClick={() => setTestedId(testCarrierId)}>
                  {t(`action.${step}`)}
                  <ArrowRight aria-hidden="true" />
                </Button>
              )}
            </li>
          ))}
        </ol>
      </CardBody>
      {dialog}
    </Card>
  );
}
