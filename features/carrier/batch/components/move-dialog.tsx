"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { PlaceSelect } from "../../components/place-select";
import { useBatch } from "../client";
import { type BatchDialogProps, BatchForm } from "./batch-dialog";

/** Moves the selected carriers to another node of their customer. Mounted devices move along. */
export function MoveDialog(props: BatchDialogProps) {
  const t = useTranslations("carrier");
  const batch = useBatch(props.rows, "/scene");
  const [{ customerId }] = props.rows;
  return (
    <BatchForm {...props} verb="move" batch={batch} bodyOf={(form) => ({ sceneId: form.get("sceneId") })}>
      <Field label={t("field.sceneId")} hint={t("batch.move.hint")} issue={batch.issue("sceneId")} required>
        {(control) => (
          <PlaceSelect control={control} label={t("field.sceneId")} name="sceneId" of={{ customerId }} forCarriers />
        )}
      </Field>
    </BatchForm>
  );
}
