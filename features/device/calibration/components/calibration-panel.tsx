"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileBadge, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { StateBadge } from "@/components/value/state-badge";
import { calibrationKey, calibrationQuery } from "../calibration.client";
import type { CalibrationDto } from "../calibration.schema";
import { CERTIFICATE_TONE, Certificate } from "./certificate";

// Loaded on demand.
const CertificateForm = dynamic(() => import("./certificate-form").then((module) => module.CertificateForm), {
  ssr: false,
});
const NoticeDialog = dynamic(() => import("./notice-dialog").then((module) => module.NoticeDialog), { ssr: false });
const RevokeDialog = dynamic(() => import("./revoke-dialog").then((module) => module.RevokeDialog), { ssr: false });

const FIRST = 5;
const MORE = 20;
const MOST = 100;

type CalibrationPanelProps = {
  deviceId: number;
  rights: { create: boolean; edit: boolean; revoke: boolean };
  timeZone: string;
  now: number;
};
type Action = { verb: "revoke" | "notice"; certificate: CalibrationDto };

/** Calibration state of a device, with its certificates. */
export function CalibrationPanel({ deviceId, rights, timeZone, now }: CalibrationPanelProps) {
  const t = useTranslations("calibration");
  const client = useQueryClient();
  const [length, setLength] = useState(FIRST);
  const [isAdding, setAdding] = useState(false);
  const [action, setAction] = useState<Action | null>(null);
  const { data, isError, isFetching, refetch } = useQuery(calibrationQuery(deviceId, length));
  const done = (text: string) => {
    setAdding(false);
    setAction(null);
    showToast("normal", text);
    void client.invalidateQueries({ queryKey: calibrationKey(deviceId) });
  };
  const add = rights.create && data && (
    <Button size="sm" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {t("add")}
    </Button>
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {data && data.state !== "none" && (
          <>
            <StateBadge tone={CERTIFICATE_TONE[data.state]}>{t(`state.${data.state}`)}</StateBadge>
            <span className="text-muted-foreground text-xs tabular-nums">{t("until", { day: data.dueOn ?? "" })}</span>
          </>
        )}
        {data && data.total > 0 && add}
      </CardHeader>
      {!data && isError && (
        <ErrorState title={t("failed")} action={<Button onClick={() => void refetch()}>{t("retry")}</Button>} />
      )}
      {!data && !isError && <Skeleton className="m-4 h-16" />}
      {data?.total === 0 && (
        <EmptyState icon={<FileBadge aria-hidden="true" />} title={t("emptyTitle")} action={add} className="py-8">
          {t("emptyText")}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <ul className="divide-y">
          {data.items.map((certificate) => (
            <Certificate
              key={certificate.id}
              certificate={certificate}
              now={now}
              timeZone={timeZone}
              onRevoke={rights.revoke ? () => setAction({ verb: "revoke", certificate }) : undefined}
              onNotice={rights.edit ? () => setAction({ verb: "notice", certificate }) : undefined}
            />
          ))}
        </ul>
      )}
      {data && data.items.length < Math.min(data.total, MOST) && (
        <div className="border-t px-1.5 py-2">
          <Button
            size="sm"
            variant="ghost"
            loading={isFetching}
            onClick={() => setLength(Math.min(MOST, length + MORE))}
          >
            {t("more")}
          </Button>
        </div>
      )}
      {isAdding && data && (
        <CertificateForm
          deviceId={deviceId}
          measures={data.measures}
          today={data.today}
          onClose={() => setAdding(false)}
          onSaved={({ certificateNumber }) => done(t("saved", { number: certificateNumber }))}
        />
      )}
      {action?.verb === "revoke" && (
        <RevokeDialog
          certificate={action.certificate}
          onClose={() => setAction(null)}
          onDone={() => done(t("revoked", { number: action.certificate.certificateNumber }))}
        />
      )}
      {action?.verb === "notice" && (
        <NoticeDialog
          certificate={action.certificate}
          today={data?.today ?? ""}
          onClose={() => setAction(null)}
          onSaved={() => done(t("noticeMoved"))}
        />
      )}
    </Card>
  );
}
