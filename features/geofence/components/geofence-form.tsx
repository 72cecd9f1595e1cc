"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import type { Area } from "@/components/map/area";
import { MapLoading } from "@/components/map/map-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { GEOFENCE_SHAPES, type GeofenceShape } from "@/db/enums";
import type { MapSettings } from "@/lib/geo/map-settings";
import { typedNumber } from "@/lib/units/limits";
import { saveGeofence } from "../geofence.client";
import { mapAreaOf, RADIUS_METRES } from "../geofence.rules";
import { type GeofenceDto, GeofenceInput, type GeofenceTargetDto } from "../geofence.schema";
import { TargetSelect } from "./target-select";

const AreaDraw = dynamic(() => import("./area-map").then((module) => module.AreaDraw), {
  ssr: false,
  loading: MapLoading,
});

type GeofenceFormProps = RecordFormProps<GeofenceDto> & {
  map: MapSettings;
  nearby: readonly GeofenceDto[];
  customers: readonly { id: number; name: string }[];
  customerId: number;
};

/** Form of a geofence: drawn on a map or typed in. */
export function GeofenceForm({ record, map, nearby, customers, customerId, onClose, onSaved }: GeofenceFormProps) {
  const t = useTranslations("geofence");
  const [shape, setShape] = useState<GeofenceShape>(record?.shape ?? "circle");
  const [area, setArea] = useState<Area | null>(record ? mapAreaOf(record) : null);
  const [targets, setTargets] = useState<readonly GeofenceTargetDto[]>(record?.targets ?? []);
  const [owner, setOwner] = useState(record?.customerId ?? customerId);
  const form = useRecordForm({
    schema: GeofenceInput,
    record,
    send: (values) => saveGeofence(record?.id ?? null, values),
    onDone: onSaved,
  });
  const circle = area?.kind === "circle" ? area : null;
  const submit = (data: FormData) => {
    form.submit({
      name: data.get("name"),
      description: data.get("description"),
      shape,
      ...(shape === "circle"
        ? {
            longitude: circle?.center[0] ?? null,
            latitude: circle?.center[1] ?? null,
            radiusMetres: circle?.radiusMetres ?? null,
          }
        : { points: area?.kind === "polygon" ? area.corners.map((corner) => [...corner]) : null }),
      isEnabled: record?.isEnabled ?? true,
      startsTransport: data.get("startsTransport") !== null,
      targets: targets.map(({ kind, id }) => ({ kind, id })),
      ...(customers.length > 1 && { customerId: owner }),
    });
  };
  const change = (part: "longitude" | "latitude" | "radius", text: string) => {
    const value = typedNumber(text);
    if (value === null || Number.isNaN(value)) return;
    const [longitude, latitude] = circle?.center ?? [0, 0];
    setArea({
      kind: "circle",
      center: [part === "longitude" ? value : longitude, part === "latitude" ? value : latitude],
      radiusMetres: part === "radius" ? Math.round(value) : (circle?.radiusMetres ?? RADIUS_METRES.minimum),
    });
  };
  const drawn = ["longitude", "latitude", "points"].some((path) => form.issue(path)) && area === null;
  const typed = [
    {
      part: "latitude",
      label: t("field.latitude"),
      value: circle?.center[1].toFixed(6),
      issue: form.issue("latitude"),
    },
    {
      part: "longitude",
      label: t("field.longitude"),
      value: circle?.center[0].toFixed(6),
      issue: form.issue("longitude"),
    },
    { part: "radius", label: t("field.radius"), value: circle?.radiusMetres, issue: form.issue("radiusMetres") },
  ] as const;
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={record ? t("list.edit") : t("list.new")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <InputField
          form={form}
          name="name"
          label={t("field.name")}
          required
          maxLength={30}
          className={spanBoth}
          defaultValue={record?.name}
        />
        {customers.length > 1 && (
          <SelectField
            form={form}
            name="customerId"
            label={t("field.customer")}
            required
            className={spanBoth}
            disabled={record !== null}
            value={owner}
            onChange={(event) => {
              setOwner(Number(event.target.value));
              setTargets([]);
            }}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <div className={spanBoth}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <SegmentedControl
              name="shape"
              label={t("field.shape")}
              value={shape}
              onValueChange={(next) => {
                setShape(next);
                setArea(null);
              }}
              options={GEOFENCE_SHAPES.map((value) => ({ value, label: t(`shape.${value}`) }))}
            />
            <Button size="sm" variant="ghost" disabled={area === null} onClick={() => setArea(null)}>
              {t("map.clear")}
            </Button>
          </div>
          <div className="h-80 overflow-hidden rounded-md border">
            <AreaDraw
              settings={map}
              label={t("map.draw")}
              shape={shape}
              area={area}
              nearby={nearby}
              onChange={setArea}
            />
          </div>
          <p className="mt-1 text-muted-foreground text-xs">
            {t(shape === "circle" ? "map.hintCircle" : "map.hintPolygon")}
          </p>
          {(drawn || (shape === "polygon" && form.issue("points"))) && (
            <p role="alert" className="mt-1 text-critical text-sm">
              {drawn ? t("map.needed") : form.issue("points")}
            </p>
          )}
        </div>
        {shape === "circle" &&
          typed.map(({ part, label, value, issue }) => (
            <Field key={part} label={label} issue={area ? issue : undefined}>
              {(control) => (
                <Input
                  {...control}
                  key={value}
                  inputMode="decimal"
                  defaultValue={value}
                  onBlur={(event) => change(part, event.target.value)}
                />
              )}
            </Field>
          ))}
        <Field label={t("field.targets")} hint={t("target.hint")} issue={form.issue("targets")} className={spanBoth}>
          {(control) => (
            <TargetSelect
              control={{ ...control, "aria-label": t("field.targets") }}
              value={targets}
              onChange={setTargets}
              customerId={owner}
            />
          )}
        </Field>
        <CheckboxField
          name="startsTransport"
          label={t("field.startsTransport")}
          hint={t("startsTransportHint")}
          className={spanBoth}
          defaultChecked={record?.startsTransport ?? false}
        />
        <TextareaField
          form={form}
          name="description"
          label={t("field.description")}
          maxLength={255}
          className={spanBoth}
          defaultValue={record?.description}
        />
      </FormGrid>
      {record && (
        <Alert tone="info" className="mt-4">
          {t("change")}
        </Alert>
      )}
    </RecordDialog>
  );
}
