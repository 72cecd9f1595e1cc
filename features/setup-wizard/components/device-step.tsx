"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { InputField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { sendDevice } from "../wizard.client";
import { usualModel } from "../wizard.rules";
import { DeviceInput, type WizardDto, type WizardOffer } from "../wizard.schema";
import { ScanField } from "./scan-field";
import { StepForm } from "./step-form";

type DeviceStepProps = {
  wizard: WizardDto;
  offer: WizardOffer;
  onDone: (wizard: WizardDto) => void;
  onBack: () => void;
};

/** The sensor on the carrier, by its label. */
export function DeviceStep({ wizard, offer, onDone, onBack }: DeviceStepProps) {
  const t = useTranslations("wizard.device");
  const tMeasure = useTranslations("carrier.measure");
  const { device, carrier, customerId } = wizard;
  const watched = carrier?.ranges.map(({ measure }) => measure) ?? [];
  const usual = usualModel(offer.sensorTypes, wizard.mode, watched);
  const [code, setCode] = useState(device?.typeCode ?? usual?.code ?? "");
  const form = useRecordForm({ schema: DeviceInput, send: sendDevice, onDone });
  const type = offer.sensorTypes.find((one) => one.code === code);
  return (
    <StepForm
      title={t("title")}
      pending={form.pending}
      error={form.error}
      onSubmit={(data) => form.submit({ ...Object.fromEntries(data), customerId })}
      onBack={onBack}
    >
      <ScanField
        name="serialNumber"
        label={t("serialNumber")}
        hint={t("hint")}
        issue={form.issue("serialNumber")}
        required
        maxLength={50}
        defaultValue={device?.serialNumber}
      />
      <Field
        label={t("type")}
        issue={form.issue("typeCode")}
        hint={type && t("measures", { list: type.measures.map((measure) => tMeasure(measure)).join(" · ") })}
      >
        {(control) => (
          <Select {...control} name="typeCode" value={code} onChange={(event) => setCode(event.target.value)}>
            {offer.sensorTypes.map(({ code: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <InputField
        form={form}
        name="name"
        label={t("name")}
        maxLength={30}
        autoComplete="off"
        defaultValue={device?.name}
      />
    </StepForm>
  );
}
