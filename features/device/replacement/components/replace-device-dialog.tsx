"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { replacementQuery } from "../switch.client";
import { SwitchForm } from "./switch-form";
import { SwitchProgress } from "./switch-progress";

type ReplaceDeviceDialogProps = {
  carrierId: number;
  deviceId: number;
  now: number;
  timeZone: string;
  onClose: () => void;
};

/** Replaces a device at its carrier: first the choice of the new device, then the wait for the conditions. */
export function ReplaceDeviceDialog({ carrierId, deviceId, now, timeZone, onClose }: ReplaceDeviceDialogProps) {
  const t = useTranslations("mounting.switch");
  const unseen = useTranslations("common.unseen");
  const [begun, setBegun] = useState<number | null>(null);
  const { data, isError, refetch } = useQuery(replacementQuery(carrierId, deviceId));
  const openId = begun ?? data?.openId ?? null;
  if (openId !== null) return <SwitchProgress id={openId} now={now} timeZone={timeZone} onClose={onClose} />;
  if (data?.mounting) {
    return (
      <SwitchForm
        mounting={data.mounting}
        onClose={onClose}
        onBegun={({ id, standing, newDevice }) => {
          const name = newDevice.name ?? unseen("device");
          showToast("normal", standing === "switched" ? t("done", { name }) : t("started"));
          if (standing === "waiting") setBegun(id);
          else onClose();
        }}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("fallback")} />
        <DialogBody>
          {data || isError ? (
            <ErrorState
              title={data ? t("missing") : t("failed")}
              action={
                data ? (
                  <Button onClick={onClose}>{t("close")}</Button>
                ) : (
                  <Button onClick={() => void refetch()}>{t("retry")}</Button>
                )
              }
            />
          ) : (
            <Skeleton className="h-40" />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
