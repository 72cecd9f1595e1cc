"use client";

import { MoveRight, PackageMinus, Signature } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { PrintButton } from "@/features/print/components/print-button";
import { AllowedList } from "@/features/product/components/allowed-list";
import { formatDate, formatInstant } from "@/lib/datetime/format";
import { formatRange } from "@/lib/units/format-range";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import { takeOutLot } from "../lot.client";
import type { LotDetailView } from "../screen.schema";
import { UNOBSERVED_KEY } from "../verdict.rules";
import { BudgetTable, useRangeText } from "./budget-table";
import { DecisionList } from "./decision-list";
import { EvidenceList } from "./evidence-list";
import { StaysList } from "./stays-list";
import { Timeline } from "./timeline";
import { VerdictPanel } from "./verdict-panel";

// Each dialog is loaded when it is first opened.
const PlaceDialog = dynamic(() => import("./place-dialog").then((module) => module.PlaceDialog), { ssr: false });
const DecideDialog = dynamic(() => import("./decide-dialog").then((module) => module.DecideDialog), { ssr: false });

type LotDetailProps = {
  view: LotDetailView;
  /** Makes a report on the lot, from another feature: the page passes it in. */
  Report: ComponentType<{ lotId: number }>;
};

type Asked = "place" | "takeOut" | "decide" | null;

/** One lot: whether it may be used, why, where it was, and what people decided. */
export const LotDetail = (props: LotDetailProps) => (
  <CustomerUnit customerId={props.view.answer.lot.customerId}>
    <Detail {...props} />
  </CustomerUnit>
);

function Detail({ view, Report }: LotDetailProps) {
  const { answer, decisions, rights, timeZone, now } = view;
  const { lot, verdict, product, stays } = answer;
  const t = useTranslations("lot");
  const locale = useValueLocale();
  const refresh = useRefresh();
  const rangeText = useRangeText();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const done = () => {
    close();
    refresh();
  };
  const targetText = (key: string) => {
    if (key === UNOBSERVED_KEY) return t("detail.unobserved");
    const row = verdict.budget.find((one) => one.key === key);
    return row ? rangeText(row) : key;
  };
  const day = (date: string) => formatDate(date, new Date(now), { locale, timeZone });
  const note = [
    `${lot.productName} (${lot.productCode})`,
    lot.expiresOn && t("detail.expires", { date: day(lot.expiresOn) }),
    lot.carrier && (lot.carrier.name ?? t("detail.hidden")),
    lot.status === "finished" && t("status.finished"),
  ].filter(Boolean);
  const at = formatInstant(new Date(verdict.at), new Date(now), { locale, timeZone });
  return (
    <PageBody>
      <WindowHead title={lot.number} note={note.join(" · ")}>
        {rights.report && <Report lotId={lot.id} />}
        {rights.print && (
          <PrintButton text="label" contents={["lotLabel"]} ids={[lot.id]} customerId={lot.customerId} />
        )}
        {rights.edit && (
          <Button onClick={() => setAsked("place")}>
            <MoveRight aria-hidden="true" />
            {lot.carrier ? t("place.move") : t("place.action")}
          </Button>
        )}
        {rights.edit && lot.carrier && (
          <Button onClick={() => setAsked("takeOut")}>
            <PackageMinus aria-hidden="true" />
            {t("place.takeOut")}
          </Button>
        )}
        {rights.decide && (
          <Button variant="primary" onClick={() => setAsked("decide")}>
            <Signature aria-hidden="true" />
            {t("decide.action")}
          </Button>
        )}
      </WindowHead>
      <VerdictPanel outcome={answer.outcome} />
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
        <Part title={t("detail.arithmetic")} hint={t("detail.arithmeticHint", { at })} className="lg:row-span-3">
          <div className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-3 text-sm">
            <span className="font-medium tabular-nums">
              {formatRange({ measure: "temperature", ...product }, locale)}
            </span>
            <AllowedList product={product} />
          </div>
          <BudgetTable budget={verdict.budget} outside={verdict.outside} />
          <div className="h-3" />
          <EvidenceList {...{ answer, timeZone, now }} />
        </Part>
        <Part title={t("detail.excursions")}>
          <Timeline {...{ answer, timeZone, now }} />
        </Part>
        <Part title={t("detail.stays")}>
          <StaysList stays={stays} mayOpen={rights.carriers} timeZone={timeZone} now={now} />
        </Part>
        <Part title={t("detail.decisions")}>
          <DecisionList {...{ decisions, targetText, timeZone, now }} />
        </Part>
      </div>
      {asked === "place" && <PlaceDialog lot={lot} timeZone={timeZone} onClose={close} onDone={done} />}
      {asked === "decide" && <DecideDialog answer={answer} targetText={targetText} onClose={close} onDone={done} />}
      {asked === "takeOut" && (
        <EndingDialog
          title={t("place.takeOutTitle", { number: lot.number })}
          text={t("place.takeOutHint")}
          confirmLabel={t("place.takeOut")}
          send={() => takeOutLot(lot.id)}
          onClose={close}
          onDone={done}
        />
      )}
    </PageBody>
  );
}

type PartProps = { title: string; hint?: string; className?: string; children: ReactNode };

function Part({ title, hint, className, children }: PartProps) {
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {hint && <span className="text-muted-foreground text-xs">{hint}</span>}
      </CardHeader>
      {children}
    </Card>
  );
}
