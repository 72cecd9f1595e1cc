"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, useSyncExternalStore } from "react";
import { CopyButton } from "@/components/form/copy-button";
import { SegmentedControl } from "@/components/form/segmented-control";
import { ShownOnce } from "@/components/form/shown-once";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ServiceError } from "@/lib/http/call-service";
import { doorsOf, linesOf } from "../endpoints.rules";
import { issueToken } from "../wizard.client";
import type { WizardDto, WizardOffer } from "../wizard.schema";
import { LiveState } from "./live-state";

type ConnectionPanelProps = {
  wizard: WizardDto;
  offer: WizardOffer;
  /** The token just created; null if it was created earlier. */
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

/** Connection settings of the device, a command to test them, and whether it was heard. */
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
      <dl className="grid gap-x-4 text-sm max-sm:gap-y-1 sm:grid-cols-[auto_1fr]">
        <Fact term={t("address")} value={doors.http} />
        {doors.mqtt && !isDirect && (
          <>
            <Fact term={t("mqttServer")} value={doors.mqtt.url} />
            <Fact term={t("mqttTopic")} value={doors.mqtt.topic} />
            <Fact term={t("mqttUser")} value={doors.mqtt.mac} />
            <dt className="self-center py-1.5 text-muted-foreground max-sm:pb-0">{t("mqttPassword")}</dt>
            <dd className="self-center py-1.5 max-sm:pt-0">{t("token")}</dd>
          </>
        )}
        {!doors.mqtt && !isDirect && (
          <>
            <dt className="self-center py-1.5 text-muted-foreground max-sm:pb-0">{t("mqtt")}</dt>
            <dd className="self-center py-1.5 max-sm:pt-0">{t("mqttOff")}</dd>
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
          <code
            ref={line}
            className="wrap-anywhere block whitespace-pre-wrap py-2.5 pr-11 pl-3 font-mono text-xs leading-5"
          >
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

/** A value to enter elsewhere, with a copy button. */
function Fact({ term, value }: { term: string; value: string }) {
  const t = useTranslations("wizard.action");
  const source = useRef<HTMLElement>(null);
  return (
    <>
      <dt className="self-center text-muted-foreground max-sm:pt-1.5">{term}</dt>
      <dd className="flex min-w-0 items-center gap-1 max-sm:justify-between">
        <span ref={source} className="wrap-anywhere min-w-0 font-mono">
          {value}
        </span>
        <CopyButton text={value} label={t("copyOf", { name: term })} source={source} variant="ghost" />
      </dd>
    </>
  );
}
