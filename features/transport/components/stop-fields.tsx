"use client";

import { ArrowUp, MapPin, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField } from "@/components/form/record-fields";
import { RecordSelect } from "@/components/form/record-select";
import { PositionFields } from "@/components/map/position-fields";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import { CarrierField } from "@/features/lot/components/carrier-field";
import { toLocalInput } from "@/lib/datetime/zone";
import type { MapSettings } from "@/lib/geo/map-settings";
import type { StopDraft } from "../stop-draft.rules";

export type StopRole = "origin" | "via" | "destination";

type StopFieldsProps = {
  stop: StopDraft;
  place: number;
  role: StopRole;
  form: { issue: (path: string) => string | undefined };
  map: MapSettings;
  mayFence: boolean;
  customerId: number | undefined;
  timeZone: string;
  onChange: (change: Partial<StopDraft>, customerId?: number) => void;
  /** Undefined where it cannot be moved or removed. */
  onRaise: (() => void) | undefined;
  onRemove: (() => void) | undefined;
};

/** The fields of one stop: where, when, and from the origin on in which carrier. */
export function StopFields(props: StopFieldsProps) {
  const { stop, place, role, form, map, mayFence, customerId, timeZone, onChange, onRaise, onRemove } = props;
  const t = useTranslations("transport.stop");
  const { name, geofence, carrier, saved } = stop;
  const path = `stops.${place}.`;
  const [hasPosition, setHasPosition] = useState(saved?.longitude != null && saved.latitude != null);
  const isWrong = [form.issue(`${path}longitude`), form.issue(`${path}latitude`)].some(Boolean);
  const title = t(role, { number: place + 1 });
  const local = (at: number | null | undefined) => (at == null ? "" : toLocalInput(new Date(at), timeZone));
  const time = (field: "plannedArriveAt" | "plannedDepartAt") => (
    <InputField
      form={form}
      name={`${path}${field}`}
      label={t(field)}
      type="datetime-local"
      defaultValue={local(saved?.[field])}
    />
  );
  return (
    <fieldset className="min-w-0 rounded-lg border bg-card p-3 sm:p-4">
      <legend className="sr-only">{title}</legend>
      <div className="mb-2 flex min-h-control-sm items-center gap-1">
        <span aria-hidden="true" className="mr-auto font-semibold text-sm">
          {title}
        </span>
        {onRaise && (
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("raise", { title })}
            title={t("raise", { title })}
            onClick={onRaise}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
        )}
        {onRemove && (
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("remove", { title })}
            title={t("remove", { title })}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
      <FormGrid>
        <InputField
          form={form}
          name={`${path}name`}
          label={t("name")}
          required
          maxLength={60}
          className={mayFence ? undefined : spanBoth}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {mayFence && (
          <Field label={t("geofence")} hint={t("geofenceHint")} issue={form.issue(`${path}geofenceId`)}>
            {(control) => (
              <RecordSelect<{ id: number; name: string }>
                control={control}
                name={`${path}geofenceId`}
                path="/service/geofence"
                params={{ customerId }}
                value={geofence}
                onChange={(next) => onChange({ geofence: next, ...(next && name === "" && { name: next.label }) })}
                toOption={({ id, name: label }) => ({ id, label })}
              />
            )}
          </Field>
        )}
        {!geofence && (hasPosition || isWrong) && <PositionFields value={saved} prefix={path} map={map} form={form} />}
        {!geofence && !hasPosition && !isWrong && (
          <div className={spanBoth}>
            <Button size="sm" variant="ghost" className="-ml-2 touch:h-11" onClick={() => setHasPosition(true)}>
              <MapPin aria-hidden="true" />
              {t("position")}
            </Button>
          </div>
        )}
        {role !== "origin" && time("plannedArriveAt")}
        {role !== "destination" && time("plannedDepartAt")}
        {role !== "destination" && (
          <div className={spanBoth}>
            <CarrierField
              label={t(role === "origin" ? "carrier" : "onward")}
              {...(role === "via" && { hint: t("onwardHint") })}
              customerId={customerId}
              value={carrier}
              onValue={(next, _, owner) => onChange({ carrier: next }, owner)}
              issue={form.issue(`${path}carrierId`)}
              required={role === "origin"}
            />
          </div>
        )}
      </FormGrid>
    </fieldset>
  );
}

type PastStopProps = {
  stop: StopDraft;
  role: StopRole;
  place: number;
  timeZone: string;
  now: number;
  issue: string | undefined;
};

/** A stop that has happened: it cannot be changed. */
export function PastStop({ stop: { name, saved }, role, place, timeZone, now, issue }: PastStopProps) {
  const t = useTranslations("transport.stop");
  const stamp = (at: number | null | undefined) => at != null && <Instant at={at} now={now} timeZone={timeZone} />;
  const [arrived, departed] = [role !== "origin" && stamp(saved?.arrivedAt), stamp(saved?.departedAt)];
  return (
    <div className="rounded-lg border bg-muted/50 px-3 py-2.5 text-sm sm:px-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{t(role, { number: place + 1 })}</span>
        <span className="wrap-anywhere">{name}</span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs tabular-nums">
        {arrived && <span>{t.rich("arrived", { at: () => arrived })}</span>}
        {departed && <span>{t.rich("departed", { at: () => departed })}</span>}
        {!departed && <span>{t("fixed")}</span>}
      </p>
      {issue && <p className="text-critical text-xs">{issue}</p>}
    </div>
  );
}
