"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { sceneTreeQuery } from "@/features/scene/tree.schema";
import { sendCarrier } from "../wizard.client";
import { CarrierStepInput, type WizardDto, type WizardOffer } from "../wizard.schema";
import { PlaceField } from "./place-field";
import { StepForm } from "./step-form";

type CarrierStepProps = {
  wizard: WizardDto;
  offer: WizardOffer;
  onDone: (wizard: WizardDto) => void;
  onBack: () => void;
};

/** If the organisation has nodes, one is required. */
const Placed = CarrierStepInput.extend({
  sceneId: CarrierStepInput.shape.sceneId.refine((id) => id !== null, { params: { rule: "required" } }),
});

/** The carrier to monitor: its type, name and node. */
export function CarrierStep({ wizard, offer, onDone, onBack }: CarrierStepProps) {
  const t = useTranslations("wizard.carrier");
  const tType = useTranslations("carrier.type");
  const { carrier, customerId, hasScenes } = wizard;
  const form = useRecordForm({ schema: hasScenes ? Placed : CarrierStepInput, send: sendCarrier, onDone });
  // A single node is selected automatically once the tree is loaded; before that, the form cannot be sent.
  const isLoading = useQuery({ ...sceneTreeQuery({ customerId }), enabled: hasScenes }).isLoading;
  const submit = (data: FormData) =>
    form.submit({
      customerId,
      type: carrier?.type ?? data.get("type"),
      name: data.get("name"),
      sceneId: data.get("sceneId") || null,
      sceneName: data.get("sceneName") ?? "",
    });
  const usual = offer.carrierTypes.includes("refrigerator") ? "refrigerator" : offer.carrierTypes[0];
  return (
    <StepForm
      title={t("title")}
      pending={form.pending || isLoading}
      error={form.error}
      onSubmit={submit}
      onBack={onBack}
    >
      <SelectField
        form={form}
        name="type"
        label={t("type")}
        hint={carrier ? t("typeFixed") : undefined}
        required
        disabled={carrier !== null}
        defaultValue={carrier?.type ?? usual}
        options={(carrier ? [carrier.type] : offer.carrierTypes).map((value) => ({ value, label: tType(value) }))}
      />
      <InputField
        form={form}
        name="name"
        label={t("name")}
        required
        maxLength={30}
        autoComplete="off"
        placeholder={t("namePlaceholder")}
        defaultValue={carrier?.name}
      />
      {hasScenes ? (
        <Field label={t("scene")} issue={form.issue("sceneId")} required>
          {(control) => (
            <PlaceField control={control} label={t("scene")} customerId={customerId} value={carrier?.sceneId ?? null} />
          )}
        </Field>
      ) : (
        <InputField
          form={form}
          name="sceneName"
          label={t("sceneName")}
          hint={t("sceneNameHint")}
          required
          maxLength={30}
          defaultValue={t("sceneDefault")}
        />
      )}
    </StepForm>
  );
}
