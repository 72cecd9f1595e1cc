"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import type { SceneFuncType } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import { sceneQuery } from "../scene.client";
import { type SceneDto, SceneInput } from "../scene.schema";

type SceneFormProps = {
  /** Null creates a node below `parent`. */
  scene: SceneDto | null;
  parent: { id: number; name: string; position?: number } | null;
  /** The range node, or a node with children, cannot be a floor plan. */
  mayBePlan: boolean;
  onClose: () => void;
  onSaved: (scene: SceneDto) => void;
};

const KINDS = [0, 1, 2] as const satisfies readonly SceneFuncType[];
const text = (form: FormData, name: string) => String(form.get(name) ?? "");
const number = (form: FormData, name: string) => (text(form, name) === "" ? null : Number(text(form, name)));

/** The form of a node: name, code, kind, and map view. */
export function SceneForm({ scene, parent, mayBePlan, onClose, onSaved }: SceneFormProps) {
  const t = useTranslations("scene.form");
  const client = useQueryClient();
  const [kind, setKind] = useState<SceneFuncType>(scene?.funcType ?? 0);
  const { submit, pending, issue, error } = useRecordForm({
    schema: SceneInput,
    record: scene,
    send: (values) =>
      scene
        ? callService<SceneDto>(`/service/scene/${scene.id}`, { method: "PUT", body: values })
        : callService<SceneDto>("/service/scene", {
            method: "POST",
            body: {
              ...values,
              parentId: parent?.id ?? null,
              ...(parent?.position !== undefined && { position: parent.position }),
            },
          }),
    onDone: (saved) => {
      client.setQueryData(sceneQuery(saved.id).queryKey, saved);
      showToast("normal", t(scene ? "saved" : "created", { name: saved.name }));
      onSaved(saved);
    },
  });
  const place = (form: FormData) =>
    kind === 2
      ? { longitude: number(form, "longitude"), latitude: number(form, "latitude"), zoom: number(form, "zoom") }
      : {};
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={scene ? t("editTitle", { name: scene.name }) : t("newTitle")}
      description={!scene && parent ? t("below", { name: parent.name }) : undefined}
      submitLabel={t(scene ? "save" : "create")}
      pending={pending}
      error={error ?? issue("parentId")}
      onSubmit={(form) =>
        submit({
          name: text(form, "name"),
          code: text(form, "code"),
          description: text(form, "description"),
          funcType: kind,
          ...place(form),
        })
      }
    >
      <FormGrid>
        <Field label={t("name")} required issue={issue("name")}>
          {(control) => <Input {...control} name="name" defaultValue={scene?.name} maxLength={60} />}
        </Field>
        <Field label={t("code")} hint={t("codeHint")} required issue={issue("code")}>
          {(control) => <Input {...control} name="code" defaultValue={scene?.code} maxLength={80} autoComplete="off" />}
        </Field>
        <Field label={t("kind")} hint={t(`kindHint.${kind}`)} issue={issue("funcType")} className={spanBoth}>
          {(control) => (
            <Select
              {...control}
              name="funcType"
              value={kind}
              onChange={(event) => setKind(Number(event.target.value) as SceneFuncType)}
            >
              {KINDS.map((one) => (
                <option key={one} value={one} disabled={one === 1 && !mayBePlan && kind !== 1}>
                  {t(`kindOption.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {kind === 2 && (
          <>
            <Field label={t("latitude")} hint={t("degreesHint")} issue={issue("latitude")}>
              {(control) => (
                <Input
                  {...control}
                  name="latitude"
                  inputMode="decimal"
                  defaultValue={scene?.latitude ?? ""}
                  placeholder="23.17"
                />
              )}
            </Field>
            <Field label={t("longitude")} issue={issue("longitude")}>
              {(control) => (
                <Input
                  {...control}
                  name="longitude"
                  inputMode="decimal"
                  defaultValue={scene?.longitude ?? ""}
                  placeholder="113.43"
                />
              )}
            </Field>
            <Field label={t("zoom")} hint={t("zoomHint")} issue={issue("zoom")}>
              {(control) => (
                <Input {...control} name="zoom" inputMode="decimal" defaultValue={scene?.zoom ?? ""} placeholder="12" />
              )}
            </Field>
          </>
        )}
        <Field label={t("description")} issue={issue("description")} className={spanBoth}>
          {(control) => <Textarea {...control} name="description" defaultValue={scene?.description} maxLength={300} />}
        </Field>
      </FormGrid>
    </RecordDialog>
  );
}
