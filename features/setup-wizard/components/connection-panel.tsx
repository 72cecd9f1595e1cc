"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, useSyncExternalStore } from "react";
import { CopyButton } from "@/components/form/copy-button";
import { ShownOnce } from "@/components/form/shown-once";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/ui/instant";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { issueToken } from "../client";
import { doorsOf, linesOf } from "../doors/rules";
import type { WizardDto, WizardOffer } from "../schema";
import { LiveState } from "./live-state";

type ConnectionPanelProps = {
  wizard: WizardDto;
  offer: WizardOffer;
  /** As it was just made; null where it was made earlier. */
  token: string | null;
  onToken: (token: string) => void;
  timeZone: string;
  now: number;
};

const useOrigin = () =>
  useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => "",
  );

/** What is to be entered into the device, a line to try it with, and whether it was heard. */
export function ConnectionPanel({ wizard, offer, token, onToken, timeZone, now }: ConnectionPanelProps) {
  const t = useTranslations("wizard.access");
  const tAction = useTranslations("wizard.action");
  const tError = useTranslations("error");
  const origin = useOrigin();
  const [door, setDoor] = useState<"curl" | "mqtt">("curl");
  const [pending, setPending] = useState(false);
  const [at] = useState(() => Date.now());
  const line = useRef<HTMLElement>(null);
  const { gateway, mode } = wizard;
  const isDirect = mode === "direct";
  const doors = doorsOf({ origin, broker: offer.broker, mac: gateway?.mac ?? "" });
  const lines = linesOf(doors, { serialNumber: gateway?.serialNumber ?? "SN-0001", token, at, isDirect });
  const mayIssue = isDirect ? offer.may.issueCustomerToken : offer.may.issueGatewayToken;

  const renew = async () => {
    setPending(true);
    try {
      const path = isDirect ? "customer/" : "gateway/";
      onToken((await issueToken(path, isDirect ? wizard.customerId : (gateway?.id ?? 0))).token);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      showToast("critical", tError(error.key), error.requestId);
    } finally {
      setPending(false);
    }
  };
  const shown = lines[door] ?? lines.curl;
  return (
    <div className="flex flex-col gap-4">
      {!isDirect && (
        <LiveState
          isThere={gateway?.lastSeenAt != null}
          waiting={t("waiting")}
          there={t("heard")}
          hint={
            gateway?.lastSeenAt != null ? (
              <Instant at={gateway.lastSeenAt} now={now} timeZone={timeZone} />
            ) : (
              t("waitingHint")
            )
          }
        />
      )}
      {token ? (
        <ShownOnce label={t("token")} value={token} copyLabel={tAction("copy")} hint={t("tokenHint")} />
      ) : mayIssue ? (
        <Alert tone="info" title={t("tokenGone")}>
          <p>{isDirect ? t("tokenWarnCustomer") : t("tokenWarn")}</p>
          <Button className="mt-2" loading={pending} onClick={renew}>
            {tAction("newToken")}
          </Button>
        </Alert>
      ) : (
        <Alert tone="warning">{t("tokenDenied")}</Alert>
      )}
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted-foreground">{t("address")}</dt>
        <dd className="wrap-anywhere font-mono">{doors.http}</dd>
        {!isDirect && (
          <>
            <dt className="text-muted-foreground">{t("mqtt")}</dt>
            <dd className="wrap-anywhere font-mono">
              {doors.mqtt ? (
                `${doors.mqtt.url} · ${doors.mqtt.topic}`
              ) : (
                <span className="font-sans">{t("mqttOff")}</span>
              )}
            </dd>
          </>
        )}
      </dl>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium text-sm">{t("test")}</h3>
          {lines.mqtt && (
            <SegmentedControl
              name="door"
              label={t("test")}
              value={door}
              onValueChange={setDoor}
              options={(["curl", "mqtt"] as const).map((value) => ({ value, label: t(`testTab.${value}`) }))}
            />
          )}
        </div>
        <div className="relative rounded-md border bg-muted">
          <code ref={line} className="wrap-anywhere block py-2.5 pr-11 pl-3 font-mono text-xs leading-5">
            {shown}
          </code>
          <span className="absolute top-1.5 right-1.5">
            <CopyButton text={shown} label={tAction("copy")} source={line} variant="ghost" />
          </span>
        </div>
      </div>
    </div>
  );
}
