"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { CustomerUnit } from "@/lib/units/units-context";
import { restart, saveStep, WAITING_MS, wizardQuery } from "../wizard.client";
import { STEPS, type Step } from "../wizard.rules";
import type { CustomerChoices, WizardDto, WizardOffer } from "../wizard.schema";
import { AccessStep } from "./access-step";
import { CarrierStep } from "./carrier-step";
import { DeviceStep } from "./device-step";
import { FinishPage } from "./finish-page";
import { IndexStep } from "./index-step";
import type { BrokenChannels } from "./recipient-fields";
import { StepNav } from "./step-nav";

export type WizardScreenProps = {
  /** Null for accounts that are bound to nodes, and until the customer is chosen. */
  start: { wizard: WizardDto; offer: WizardOffer } | null;
  /** For accounts of several customers; null for others. */
  customers: CustomerChoices | null;
  timeZone: string;
  now: number;
  /** Provided by the page, from the alarm triggers. */
  BrokenChannels: BrokenChannels;
};

/** Sets up a monitored carrier step by step. It resumes where the user left it. */
export function WizardScreen({ start, customers, ...rest }: WizardScreenProps) {
  const t = useTranslations("wizard");
  return (
    <PageBody>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
        <p className="text-muted-foreground max-sm:sr-only">{t("subtitle")}</p>
        {customers && <CustomerChoice customers={customers} customerId={start?.wizard.customerId} />}
        {start ? (
          <CustomerUnit key={start.wizard.customerId} customerId={start.wizard.customerId}>
            <Steps {...start} {...rest} />
          </CustomerUnit>
        ) : customers ? (
          <EmptyState title={t("choose.title")} icon={<Building2 aria-hidden="true" />}>
            {t("choose.hint")}
          </EmptyState>
        ) : (
          <EmptyState title={t("whole.title")}>{t("whole.hint")}</EmptyState>
        )}
      </div>
    </PageBody>
  );
}

type StepsProps = { wizard: WizardDto; offer: WizardOffer } & Omit<WizardScreenProps, "start" | "customers">;

function Steps({ wizard: first, offer, timeZone, now, BrokenChannels }: StepsProps) {
  const tError = useTranslations("error");
  const queries = useQueryClient();
  const query = wizardQuery(first.customerId);
  const [shown, setShown] = useState<Step>(first.step);
  const [pending, setPending] = useState(false);
  const { data: wizard } = useQuery({
    ...query,
    initialData: first,
    refetchInterval: ({ state: { data } }) => (data && isWaiting(data, shown) ? WAITING_MS : false),
  });
  const take = (next: WizardDto) => queries.setQueryData(query.queryKey, next);

  const show = (step: Step) => {
    setShown(step);
    window.scrollTo({ top: 0 });
  };
  const attempt = async (work: () => Promise<WizardDto>) => {
    try {
      const next = await work();
      take(next);
      return next;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      showToast("critical", tError(error.key), error.requestId);
    }
  };
  // Shown at once, without waiting until the step is saved.
  const open = (step: Step) => {
    show(step);
    attempt(() => saveStep(wizard.customerId, step));
  };
  const beginAnew = async () => {
    setPending(true);
    const next = await attempt(() => restart(wizard.customerId));
    if (next) show(next.step);
    setPending(false);
  };
  const done = (next: WizardDto) => {
    take(next);
    if (next.step === "finish") open("finish");
    else show(next.step);
  };
  const back = () => open(STEPS[STEPS.indexOf(shown) - 1] ?? "access");
  const step = { wizard, offer, onDone: done, onBack: back };
  return (
    <>
      <StepNav shown={shown} furthest={wizard.furthest} onStep={open} />
      {shown === "access" && (
        <AccessStep
          wizard={wizard}
          offer={offer}
          timeZone={timeZone}
          now={now}
          onWizard={take}
          onNext={() => open("carrier")}
        />
      )}
      {shown === "carrier" && <CarrierStep {...step} />}
      {shown === "index" && <IndexStep {...step} BrokenChannels={BrokenChannels} />}
      {shown === "device" && <DeviceStep {...step} />}
      {shown === "finish" && (
        <FinishPage
          wizard={wizard}
          mayTest={offer.may.testAlarm}
          now={now}
          pending={pending}
          onBack={back}
          onRestart={beginAnew}
        />
      )}
    </>
  );
}

/** Whether the wizard waits for the first message of a device. */
function isWaiting({ gateway, device }: WizardDto, shown: Step): boolean {
  if (shown === "access") return gateway !== null && gateway.lastSeenAt === null;
  return shown === "finish" && device !== null;
}

function CustomerChoice({ customers, customerId }: { customers: CustomerChoices; customerId: number | undefined }) {
  const t = useTranslations("wizard");
  const router = useRouter();
  return (
    <div className="flex items-center gap-3">
      <Label htmlFor="wizard-customer" className="shrink-0">
        {t("customer")}
      </Label>
      <Select
        id="wizard-customer"
        value={customerId ?? ""}
        onChange={(event) => router.push(`/setupWizard?customerId=${event.target.value}`)}
      >
        {customerId === undefined && <option value="">{t("choose.title")}</option>}
        {customers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
