"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { OLD_DEVICE_FATES, type OldDeviceDisposition } from "@/db/enums";
import { ServiceError } from "@/lib/http/call-service";
import { callOffSwitch, carryOutSwitch, switchQuery } from "../switch.client";
import { areMet, type ConditionState } from "../switch.rules";
import type { DeviceSwitchDetailDto } from "../switch.schema";
import { ResultBadge } from "./result-badge";

type SwitchProgressProps = { id: number; now: number; timeZone: string; onClose: () => void };

/** A waiting replacement: its conditions, and the possible actions. */
export function SwitchProgress({ id, now, timeZone, onClose }: SwitchProgressProps) {
  const t = useTranslations("mounting.switch");
  const unseen = useTranslations("common.unseen");
  const { data } = useQuery(switchQuery(id));
  const [chosen, setFate] = useState<OldDeviceDisposition | null>(null);
  const fate = chosen ?? data?.oldDeviceFate ?? "store";
  const { act, pending, error } = useActions(id);
  const isReady = data !== undefined && areMet(data.conditions);
  const isWaiting = data?.standing === "waiting";
  const carryOut = (ignoreConditions: boolean) =>
    act(ignoreConditions ? "ignore" : "confirm", async () => {
      const { newDevice } = await carryOutSwitch(id, { ignoreConditions, oldDevice: fate });
      showToast("normal", t("done", { name: newDevice.name ?? unseen("device") }));
      onClose();
    });
  const callOff = () =>
    act("cancel", async () => {
      await callOffSwitch(id);
      showToast("normal", t("calledOff"));
      onClose();
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader
          title={data ? t("title", { name: data.oldDevice.name ?? unseen("device") }) : t("fallback")}
          description={data && t("description", { carrier: data.carrier.name ?? unseen("carrier") })}
        />
        <DialogBody className="flex flex-col gap-4">
          {error && <Alert tone="critical">{error}</Alert>}
          {!data && <Skeleton className="h-48" />}
          {data && <Head data={data} isReady={isReady} now={now} timeZone={timeZone} />}
          {isWaiting && <Conditions conditions={data.conditions} />}
          {isWaiting && (
            <Field label={t("old")} className="sm:w-60">
              {(control) => (
                <Select
                  {...control}
                  value={fate}
                  onChange={(event) => setFate(event.target.value as OldDeviceDisposition)}
                >
                  {OLD_DEVICE_FATES.map((one) => (
                    <option key={one} value={one}>
                      {t(one)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
        </DialogBody>
        <DialogFooter>
          {isWaiting ? (
            <>
              <Button className="mr-auto" loading={pending === "cancel"} onClick={callOff}>
                {t("cancel")}
              </Button>
              {isReady ? (
                <Button variant="primary" loading={pending === "confirm"} onClick={() => carryOut(false)}>
                  {t("confirm")}
                </Button>
              ) : (
                <Button variant="destructive" loading={pending === "ignore"} onClick={() => carryOut(true)}>
                  {t("ignore")}
                </Button>
              )}
            </>
          ) : (
            <Button onClick={onClose}>{t("close")}</Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Runs one action at a time and returns why it was refused. */
function useActions(id: number) {
  const client = useQueryClient();
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const act = async (name: string, work: () => Promise<void>) => {
    setPending(name);
    setError(null);
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      const [issue] = failure.issues;
      setError(issue ? textOf(issue) : tError(failure.key));
      await client.invalidateQueries({ queryKey: switchQuery(id).queryKey });
    } finally {
      setPending(null);
    }
  };
  return { act, pending, error };
}

type HeadProps = { data: DeviceSwitchDetailDto; isReady: boolean; now: number; timeZone: string };

function Head({ data, isReady, now, timeZone }: HeadProps) {
  const t = useTranslations("mounting.switch");
  const unseen = useTranslations("common.unseen");
  const { standing, oldDevice, newDevice, expiresAt, type } = data;
  const isWaiting = standing === "waiting";
  // The worker saves the result of the conditions some seconds later.
  const result = isWaiting ? (isReady ? "eligible" : "not-reached") : data.result;
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere font-medium">
        {oldDevice.name ?? unseen("device")} <span className="text-muted-foreground">→</span>{" "}
        {newDevice.name ?? unseen("device")}
        {newDevice.name !== newDevice.serialNumber && (
          <span className="block font-normal text-muted-foreground text-xs">{newDevice.serialNumber}</span>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <ResultBadge of={{ standing, result, type }} />
        {isWaiting && <span>{t(type)}</span>}
        {isWaiting && expiresAt !== null && (
          <span>{t.rich("until", { at: () => <Instant at={expiresAt} now={now} timeZone={timeZone} /> })}</span>
        )}
      </p>
    </div>
  );
}

function Conditions({ conditions }: { conditions: readonly ConditionState[] }) {
  const t = useTranslations("mounting.switch");
  const tMeasure = useTranslations("carrier.measure");
  return (
    <section>
      <h3 className="mb-1 font-medium text-sm">{t("conditions")}</h3>
      <ul className="divide-y rounded-md border" aria-live="polite">
        {conditions.map(({ condition, isMet, measure }) => (
          <li key={condition} className="flex items-center gap-2 px-3 py-2 text-sm">
            {isMet ? (
              <Check aria-hidden="true" className="size-4 shrink-0 text-normal" />
            ) : (
              <Clock aria-hidden="true" className="size-4 shrink-0 text-warning" />
            )}
            <span className="min-w-0 flex-1">{t(condition)}</span>
            <span className={cn("text-xs", isMet ? "text-muted-foreground" : "text-warning")}>
              {measure && `${tMeasure(measure)} · `}
              {t(isMet ? "met" : "unmet")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
