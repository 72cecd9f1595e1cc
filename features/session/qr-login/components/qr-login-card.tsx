"use client";

import { QrCode } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { Avatar } from "@/components/shell/avatar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardBody } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { type FailureKey, ServiceError } from "@/lib/http/call-service";
import { confirmQrLogin, readOwner } from "../client";
import { clockOf, secondsUntil } from "../rules";
import type { QrcodeOwnerDto } from "../schema";

type QrLoginCardProps = { qrKey: string /** The account logged in in this browser. */; inside: string | null };

/** Failures of the code that cannot be resolved here. */
const GONE: readonly FailureKey[] = ["QRCODE_INVALID", "INVALID"];

export function QrLoginCard({ qrKey, inside }: QrLoginCardProps) {
  const t = useTranslations("session.qrLogin");
  const tError = useTranslations("error");
  const locale = useLocale();
  const [owner, setOwner] = useState<QrcodeOwnerDto | null>(null);
  const [failure, setFailure] = useState<FailureKey | null>(null);
  const [pending, setPending] = useState(false);
  const secondsLeft = useSecondsLeft(owner?.expiresAt);

  useEffect(() => {
    const controller = new AbortController();
    readOwner(qrKey, controller.signal).then(setOwner, (error: unknown) => {
      if (error instanceof ServiceError) setFailure(error.key);
    });
    return () => controller.abort();
  }, [qrKey]);

  const confirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await confirmQrLogin(qrKey);
      // A full page load: from here on the new cookie decides.
      window.location.assign(`/${locale}/home`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setFailure(error.key);
      setPending(false);
    }
  };
  const login = `/${locale}/login`;
  const isGone = (failure !== null && GONE.includes(failure)) || secondsLeft === 0;
  if (isGone && !pending)
    return (
      <Framed>
        <EmptyState
          className="py-2"
          icon={<QrCode aria-hidden="true" />}
          title={t("invalidTitle")}
          action={
            <a href={login} className={buttonVariants()}>
              {t("toLogin")}
            </a>
          }
        >
          {t("invalidHint")}
        </EmptyState>
      </Framed>
    );
  return (
    <Framed>
      <p className="text-muted-foreground">{t("ask")}</p>
      <div className="mt-3 flex items-center gap-3">
        <Avatar name={owner?.name ?? " "} className="size-11 text-lg" />
        {owner ? (
          <div className="min-w-0">
            <p className="break-words font-semibold text-lg">{owner.name}</p>
            <p className="break-words text-muted-foreground text-sm">
              {owner.username} · {owner.customer}
            </p>
          </div>
        ) : (
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="w-48" />
          </div>
        )}
      </div>
      <div className="mt-4 flex flex-col gap-3">
        {failure && <Alert tone="critical">{tError(failure)}</Alert>}
        <Alert>
          <p>{t("warning")}</p>
          {inside && <p className="mt-1">{t("inside", { name: inside })}</p>}
        </Alert>
        <Button variant="primary" size="lg" disabled={!owner} loading={pending} onClick={confirm}>
          {t("submit")}
        </Button>
        <a href={login} className={buttonVariants({ size: "lg" })}>
          {t("cancel")}
        </a>
        <p className="min-h-5 text-center text-muted-foreground text-sm tabular-nums">
          {secondsLeft !== null && t("left", { time: clockOf(secondsLeft) })}
        </p>
      </div>
    </Framed>
  );
}

const Framed = ({ children }: { children: ReactNode }) => (
  <Card>
    <CardBody>{children}</CardBody>
  </Card>
);

/** The seconds until the instant, counting down; null without one. */
function useSecondsLeft(until: string | undefined): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!until) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until ? secondsUntil(until, now) : null;
}
