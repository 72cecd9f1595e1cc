"use client";

import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { CustomerUnit } from "@/lib/units/units-context";
import type { OpenedExceptionDto } from "../exception.schema";
import { ExcursionPanel } from "../figures/components/excursion-panel";
import { Timeline } from "../figures/components/timeline";
import { AcknowledgeForm } from "../handling/components/acknowledge-form";
import { HandlingPanel } from "../handling/components/handling-panel";
import { barOf } from "../handling/rules";
import { KINDS } from "../kind.rules";
import { shownLimits } from "../phrase.rules";
import { pathText } from "./cells";
import { ContextList } from "./context-list";
import { Figures } from "./figures";
import { useElapsed, useExceptionTexts } from "./labels";

/** What the reader may do about work orders: nothing, look, or submit. */
export type OrderRight = "none" | "view" | "new";

export type Rights = {
  acknowledge: boolean;
  handle: boolean;
  remove: boolean;
  history: boolean;
  lots: boolean;
  report: boolean;
  order: OrderRight;
};

/** The lots that were in the carrier of an exception, from another feature: the page passes it in. */
export type LotsOfException = ComponentType<{ exceptionId: number; timeZone: string; now: number }>;

/** Makes a report on an exception; likewise. */
export type ReportOnException = ComponentType<{ exceptionId: number }>;

/** The work order about an exception, or a way to submit one; likewise. */
export type OrderOfException = ComponentType<{
  exceptionId: number;
  customerId: number;
  title: string;
  mayCreate: boolean;
}>;

type DetailBodyProps = {
  Lots: LotsOfException;
  detail: OpenedExceptionDto;
  rights: Rights;
  timeZone: string;
  now: number;
  onChanged: (changed: boolean) => void;
  onDone: () => void;
};

/** In this order: what is to be done, what happened, what was done about it. */
export const DetailBody = (props: DetailBodyProps) => (
  <CustomerUnit customerId={props.detail.customerId}>
    <Body {...props} />
  </CustomerUnit>
);

function Body({ Lots, detail, rights, timeZone, now, onChanged, onDone }: DetailBodyProps) {
  const { headline } = useExceptionTexts();
  const { probeId, measure } = detail;
  const label = headline(detail, useElapsed(detail, now), timeZone);
  return (
    <div className="flex flex-col gap-5">
      {rights.acknowledge && barOf("acknowledge", detail) === null && (
        <AcknowledgeForm id={detail.id} timeZone={timeZone} now={now} onChanged={onChanged} onDone={onDone} />
      )}
      {rights.history && probeId !== null && measure !== null && KINDS[detail.kind].hasChart && (
        <ExcursionPanel detail={{ ...detail, probeId, measure }} timeZone={timeZone} now={now} label={label} />
      )}
      <Figures detail={detail} timeZone={timeZone} now={now} />
      <ContextList detail={detail} timeZone={timeZone} now={now} />
      <Place detail={detail} />
      {rights.lots && detail.carrier && <Lots exceptionId={detail.id} timeZone={timeZone} now={now} />}
      <HandlingPanel
        detail={detail}
        mayHandle={rights.handle}
        timeZone={timeZone}
        now={now}
        onChanged={onChanged}
        onDone={onDone}
      />
      <Timeline detail={detail} timeZone={timeZone} now={now} />
    </div>
  );
}

function Place({ detail }: { detail: OpenedExceptionDto }) {
  const t = useTranslations("exception.place");
  const { reading } = useExceptionTexts();
  const { carrier, device, measure } = detail;
  const { minimum, maximum } = shownLimits(detail);
  const items = [
    ...(carrier || detail.scenePath.length > 0 ? [{ term: t("path"), value: pathText(detail) || "–" }] : []),
    {
      term: t("device"),
      value: device.name === device.serialNumber ? device.name : `${device.name} (${device.serialNumber})`,
    },
    ...(minimum === null && maximum === null
      ? []
      : [
          {
            term: t("limits"),
            value: t("between", { minimum: reading(minimum, measure), maximum: reading(maximum, measure) }),
          },
        ]),
  ];
  return (
    <div className="flex flex-col items-start gap-2">
      <DescriptionList items={items} />
      <ButtonLink
        variant="link"
        prefetch={false}
        href={carrier ? `/abnormal/dataex?carrierId=${carrier.id}` : `/abnormal/dataex?deviceId=${device.id}`}
      >
        {t(carrier ? "others" : "othersOfDevice")}
      </ButtonLink>
    </div>
  );
}
