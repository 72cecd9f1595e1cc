"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import type { SelectOption } from "@/components/form/multi-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { MONITORED_MEASURES } from "@/db/enums";
import { PASS_DAYS } from "@/features/carrier/monitoring/pass-rate.schema";
import { carriersById } from "../client";
import { CHART_HOURS, MAXIMUM_CARRIERS } from "../rules";
import { CARD_KINDS, type Card, type CardKind, CardSettings } from "../schema";
import { CarrierField, Choice, NodeField, PlanField } from "./card-fields";

type Shown = Pick<Card, "title" | "show">;
type CardDialogProps = {
  /** Null for a new card. */
  card: Shown | null;
  /** Whether the account may view nodes of the organisation tree. */
  mayNodes: boolean;
  onClose: () => void;
  onDone: (card: Shown) => void;
};

const text = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

/** The settings of a card: its kind, and what it shows. */
export function CardDialog({ card, mayNodes, onClose, onDone }: CardDialogProps) {
  const t = useTranslations("home.dashboard");
  const tMeasure = useTranslations("carrier.measure");
  const [kind, setKind] = useState<CardKind>(card?.show.kind ?? "value");
  const show = card?.show;
  const first = show && "carrierIds" in show ? show.carrierIds : show && "carrierId" in show ? [show.carrierId] : [];
  const [carriers, setCarriers] = useState<readonly SelectOption[] | null>(null);
  const known = useQuery(carriersById(first));
  const chosen =
    carriers ??
    first.map((id) => ({ value: String(id), label: known.data?.items.find((one) => one.id === id)?.name ?? `#${id}` }));
  const ids = chosen.map(({ value }) => Number(value));
  const form = useRecordForm({
    schema: CardSettings,
    send: async (settings) => settings,
    onDone: (settings, _) => onDone({ title: title.trim(), show: settings }),
  });
  const [title, setTitle] = useState(card?.title ?? "");
  const submit = (data: FormData) => {
    const sceneId = Number(text(data.get("sceneId"))) || null;
    const measure = text(data.get("measure"));
    const settings: Record<CardKind, unknown> = {
      value: { kind, carrierId: ids[0], measure },
      chart: { kind, carrierIds: ids, measure, hours: text(data.get("hours")) },
      map: { kind, sceneId },
      list: { kind, sceneId, only: text(data.get("only")) },
      plan: { kind, sceneId: sceneId ?? undefined },
      exceptions: { kind, sceneId, only: text(data.get("only")) },
      statistics: { kind, days: text(data.get("days")) },
    };
    void form.submit(settings[kind]);
  };
  const isOfCarriers = kind === "value" || kind === "chart";
  return (
    <RecordDialog
      onClose={onClose}
      title={t(card ? "configureCard" : "addCard")}
      submitLabel={t(card ? "apply" : "add")}
      error={form.error}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("kindLabel")} hint={t(`kindHint.${kind}`)}>
          {(control) => (
            <Select {...control} value={kind} onChange={({ target }) => setKind(target.value as CardKind)}>
              {CARD_KINDS.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`kind.${choice}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("titleLabel")} hint={t("titleHint")}>
          {(control) => (
            <Input {...control} maxLength={40} value={title} onChange={({ target }) => setTitle(target.value)} />
          )}
        </Field>
        {isOfCarriers && (
          <>
            <CarrierField
              isSingle={kind === "value"}
              chosen={kind === "value" ? chosen.slice(0, 1) : chosen}
              onChange={setCarriers}
              issue={
                form.issue(kind === "value" ? "carrierId" : "carrierIds") &&
                t("chooseCarrier", { count: kind === "value" ? 1 : MAXIMUM_CARRIERS })
              }
            />
            <Field label={t("measure")}>
              {(control) => (
                <Select
                  {...control}
                  name="measure"
                  defaultValue={show && "measure" in show ? show.measure : "temperature"}
                >
                  {MONITORED_MEASURES.map((measure) => (
                    <option key={measure} value={measure}>
                      {tMeasure(measure)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        )}
        {kind === "chart" && (
          <Choice
            name="hours"
            label={t("span")}
            value={String(show?.kind === "chart" ? show.hours : 24)}
            options={CHART_HOURS.map((hours) => [String(hours), t("hours", { hours })])}
          />
        )}
        {(kind === "list" || kind === "exceptions" || kind === "map") && mayNodes && (
          <NodeField value={show && "sceneId" in show ? show.sceneId : null} />
        )}
        {kind === "plan" && (
          <PlanField
            value={show?.kind === "plan" ? show.sceneId : null}
            issue={form.issue("sceneId") && t("choosePlanFirst")}
          />
        )}
        {kind === "list" && (
          <Choice
            name="only"
            label={t("only")}
            value={show?.kind === "list" ? show.only : "all"}
            options={[
              ["all", t("onlyAll")],
              ["attention", t("onlyAttention")],
            ]}
          />
        )}
        {kind === "exceptions" && (
          <Choice
            name="only"
            label={t("only")}
            value={show?.kind === "exceptions" ? show.only : "open"}
            options={[
              ["open", t("onlyOpen")],
              ["all", t("onlyLatest")],
            ]}
          />
        )}
        {kind === "statistics" && (
          <Choice
            name="days"
            label={t("span")}
            value={String(show?.kind === "statistics" ? show.days : 7)}
            options={PASS_DAYS.map((days) => [String(days), t("days", { days })])}
          />
        )}
      </div>
    </RecordDialog>
  );
}
