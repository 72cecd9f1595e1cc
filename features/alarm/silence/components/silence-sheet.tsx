"use client";

import { BellRing } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Stamp } from "@/components/value/stamp";
import { formatDuration } from "@/lib/datetime/format";
import { keyOf } from "../silence.rules";
import type { SilenceDto } from "../silence.schema";
import { StateCell, Target, useSilenceState } from "./cells";

export type SilenceRights = { create: boolean; end: boolean; log: boolean };

type SilenceSheetProps = {
  silence: SilenceDto;
  rights: SilenceRights;
  maySeeCarriers: boolean;
  timeZone: string;
  now: number;
  onEnd: () => void;
  onClose: () => void;
};

/** The details of a silence: all its targets, who created it, who ended it. */
export function SilenceSheet({ silence, rights, maySeeCarriers, timeZone, now, onEnd, onClose }: SilenceSheetProps) {
  const t = useTranslations("silence");
  const locale = useLocale();
  const state = useSilenceState(silence, now);
  const stamp = (at: string) => <Stamp at={at} timeZone={timeZone} />;
  const { endedAt } = silence;
  const length = Date.parse(silence.endsAt) - Date.parse(silence.startsAt);
  const isEndable = (state === "planned" || state === "active") && rights.end;
  const record = new URLSearchParams({
    entity: "alarmSilence",
    entityId: String(silence.id),
    customerId: String(silence.customerId),
  });
  const items = [
    { term: t("column.state"), value: <StateCell row={silence} now={now} /> },
    { term: t("column.startsAt"), value: stamp(silence.startsAt) },
    {
      term: t(endedAt === null ? "column.endsAt" : "sheet.plannedEnd"),
      value: (
        <>
          {stamp(silence.endsAt)} <span className="text-muted-foreground">({formatDuration(length, locale)})</span>
        </>
      ),
    },
    ...(endedAt === null
      ? []
      : [
          { term: t("sheet.endedAt"), value: stamp(endedAt) },
          { term: t("sheet.endedBy"), value: silence.endedBy ?? t("apiKey") },
        ]),
    { term: t("column.createdBy"), value: silence.createdBy ?? t("apiKey") },
    { term: t("sheet.createdAt"), value: stamp(silence.createdAt) },
    { term: t("column.customer"), value: silence.customerName },
  ];
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="w-160" aria-describedby={undefined}>
        <SheetHeader title={t("sheet.title")} />
        <SheetBody className="flex flex-col gap-6 pb-8">
          <p className="wrap-anywhere whitespace-pre-line text-base">{silence.reason}</p>
          <DescriptionList items={items} />
          <section>
            <h3 className="mb-2 font-semibold text-base">{t("column.targets")}</h3>
            <ul className="flex flex-col gap-1.5 text-sm">
              {silence.targets.map((target) => (
                <li key={keyOf(target)}>
                  <Target target={target} isLinked={maySeeCarriers} />
                </li>
              ))}
            </ul>
            {silence.hiddenTargets > 0 && (
              <p className="mt-1.5 text-muted-foreground text-sm">
                {t("target.hidden", { count: silence.hiddenTargets })}
              </p>
            )}
            {silence.targets.length + silence.hiddenTargets === 0 && (
              <p className="text-muted-foreground text-sm">{t("target.gone")}</p>
            )}
          </section>
          {(isEndable || rights.log) && (
            <div className="flex flex-wrap items-center gap-3">
              {isEndable && silence.hiddenTargets === 0 && (
                <Button onClick={onEnd}>
                  <BellRing aria-hidden="true" />
                  {t(`end.confirm.${state}`)}
                </Button>
              )}
              {rights.log && (
                <ButtonLink variant="link" className="touch:min-h-11" prefetch={false} href={`/noti/sysLog?${record}`}>
                  {t("sheet.log")}
                </ButtonLink>
              )}
            </div>
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
