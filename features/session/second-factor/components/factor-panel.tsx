"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "@/components/layout/error-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { readFactor } from "../client";
import type { FactorSetupDto, FactorStatusDto } from "../schema";
import { BackupCodes } from "./backup-codes";
import { BeginForm } from "./begin-form";
import { RemoveForm } from "./remove-form";
import { ScanForm } from "./scan-form";

type Step =
  | { kind: "loading" | "failed" }
  | { kind: "status"; status: FactorStatusDto }
  | { kind: "begin" | "remove" }
  | { kind: "scan"; setup: FactorSetupDto }
  | { kind: "codes"; codes: readonly string[] };

/** The second factor of the user's account: its state, its setup and its removal. */
export function FactorPanel({ next, isForced = false }: { next: string; isForced?: boolean }) {
  const t = useTranslations("session.factor");
  const [step, setStep] = useState<Step>({ kind: isForced ? "begin" : "loading" });
  const read = useCallback(async () => {
    setStep({ kind: "loading" });
    try {
      setStep({ kind: "status", status: await readFactor() });
    } catch {
      setStep({ kind: "failed" });
    }
  }, []);
  useEffect(() => {
    if (!isForced) void read();
  }, [isForced, read]);
  // If the setup was mandatory, all other pages become accessible now.
  const leave = () => (isForced ? window.location.assign(next) : void read());
  return (
    <Card>
      {!isForced && (
        <CardHeader>
          <CardTitle>{t("title")}</CardTitle>
          {step.kind === "status" && (
            <Badge tone={step.status.isOn ? "normal" : undefined}>{t(step.status.isOn ? "on" : "off")}</Badge>
          )}
        </CardHeader>
      )}
      <CardBody>
        {step.kind === "loading" && (
          <div className="flex flex-col gap-3 py-1">
            <Skeleton className="w-full" />
            <Skeleton className="w-2/3" />
            <Skeleton className="h-control w-24" />
          </div>
        )}
        {step.kind === "failed" && (
          <ErrorState className="py-2" title={t("loadFailed")} action={<Button onClick={read}>{t("retry")}</Button>} />
        )}
        {step.kind === "status" && <Status {...step.status} onStep={setStep} />}
        {step.kind === "begin" && (
          <BeginForm
            onSetup={(setup) => setStep({ kind: "scan", setup })}
            {...(!isForced && { onCancel: () => void read() })}
          />
        )}
        {step.kind === "scan" && (
          <ScanForm
            setup={step.setup}
            onCodes={(codes) => setStep({ kind: "codes", codes })}
            {...(!isForced && { onCancel: () => void read() })}
          />
        )}
        {step.kind === "codes" && <BackupCodes codes={step.codes} onStored={leave} />}
        {step.kind === "remove" && <RemoveForm onRemoved={() => void read()} onCancel={() => void read()} />}
      </CardBody>
    </Card>
  );
}

function Status({ isOn, backupCodesLeft, onStep }: FactorStatusDto & { onStep: (step: Step) => void }) {
  const t = useTranslations("session.factor");
  return (
    <>
      <p className="text-pretty text-muted-foreground">
        {isOn ? t("onHint", { count: backupCodesLeft }) : t("offHint")}
      </p>
      <Button
        className="mt-4"
        variant={isOn ? "destructive-ghost" : "secondary"}
        onClick={() => onStep({ kind: isOn ? "remove" : "begin" })}
      >
        {isOn ? t("remove") : t("setUp")}
      </Button>
    </>
  );
}
