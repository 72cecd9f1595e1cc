"use client";

import { Router, Thermometer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { sendAccess } from "../wizard.client";
import { ACCESS_MODES, type AccessMode } from "../wizard.rules";
import { AccessInput, type WizardDto, type WizardOffer } from "../wizard.schema";
import { ChoiceCard } from "./choice-card";
import { ConnectionPanel } from "./connection-panel";
import { ScanField } from "./scan-field";
import { StepForm } from "./step-form";

type AccessStepProps = {
  wizard: WizardDto;
  offer: WizardOffer;
  timeZone: string;
  now: number;
  onWizard: (wizard: WizardDto) => void;
  onNext: () => void;
};

const ICONS = { gateway: <Router aria-hidden="true" />, direct: <Thermometer aria-hidden="true" /> };

/** How readings arrive: the gateway by its label, then the settings to enter into it. */
export function AccessStep({ wizard, offer, timeZone, now, onWizard, onNext }: AccessStepProps) {
  const t = useTranslations("wizard.access");
  const tAction = useTranslations("wizard.action");
  const [mode, setMode] = useState<AccessMode>(wizard.mode ?? "gateway");
  const [token, setToken] = useState<string | null>(null);
  const [isConnected, setIsConnected] = useState(wizard.mode === "direct" || wizard.gateway !== null);
  const form = useRecordForm({
    schema: AccessInput,
    send: sendAccess,
    onDone: (result) => {
      setToken(result.token);
      setIsConnected(true);
      onWizard(result.wizard);
    },
  });
  const { gateway } = wizard;
  // The MAC is only required if the serial number is no MAC; the text "cannot be empty" would contradict the hint.
  const isMacMissing = form.issues.some(({ path, rule }) => path === "mac" && rule === "required");
  const macIssue = form.issue("mac") && (isMacMissing ? t("macMissing") : form.issue("mac"));
  if (isConnected)
    return (
      <StepForm
        title={mode === "direct" ? t("connectDirect") : t("connect", { name: gateway?.name ?? t("gateway") })}
        submitLabel={tAction("continue")}
        onBack={() => setIsConnected(false)}
        onSubmit={onNext}
      >
        <ConnectionPanel wizard={wizard} offer={offer} token={token} onToken={setToken} timeZone={timeZone} now={now} />
      </StepForm>
    );
  return (
    <StepForm
      title={t("title")}
      pending={form.pending}
      error={form.error}
      onSubmit={(data) => form.submit({ ...Object.fromEntries(data), customerId: wizard.customerId, mode })}
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="sr-only">{t("title")}</legend>
        {ACCESS_MODES.map((value) => (
          <ChoiceCard
            key={value}
            name="mode"
            value={value}
            checked={mode === value}
            onChoose={() => setMode(value)}
            icon={ICONS[value]}
            label={t(value)}
            hint={t(`${value}Hint`)}
          />
        ))}
      </fieldset>
      {mode === "gateway" && (
        <>
          <ScanField
            name="serialNumber"
            label={t("serialNumber")}
            hint={t("labelHint")}
            issue={form.issue("serialNumber")}
            required
            maxLength={50}
            defaultValue={gateway?.serialNumber}
          />
          <ScanField
            name="mac"
            label={t("mac")}
            hint={t("macHint")}
            issue={macIssue}
            maxLength={50}
            defaultValue={gateway?.mac}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField
              form={form}
              name="name"
              label={t("name")}
              maxLength={30}
              autoComplete="off"
              defaultValue={gateway?.name}
            />
            <SelectField
              form={form}
              name="typeCode"
              label={t("type")}
              defaultValue={gateway?.typeCode ?? offer.gatewayTypes[0]?.code}
              options={offer.gatewayTypes.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </div>
        </>
      )}
    </StepForm>
  );
}
