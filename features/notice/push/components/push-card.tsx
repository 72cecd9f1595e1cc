"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { StateBadge } from "@/components/value/state-badge";
import { ServiceError } from "@/lib/http/call-service";
import { useReason } from "../../log/components/use-reason";
import {
  type PushAbility,
  pushAbility,
  pushQuery,
  removeDevice,
  subscribeBrowser,
  syncBrowser,
  testDevice,
  unsubscribeBrowser,
} from "../push.client";
import type { PushDeviceDto, PushStateDto } from "../push.schema";
import { DeviceList } from "./device-list";

type PushCardProps = { timeZone: string; now: number };

/** Whether this browser shows alarms and for which account, what prevents it, and the account's other devices. */
export function PushCard({ timeZone, now }: PushCardProps) {
  const t = useTranslations("push");
  const { data } = useQuery(pushQuery);
  const { ability, endpoint, setEndpoint, pending, run } = useBrowser(data);
  const reasonOf = useReason();
  const devices = data?.devices ?? [];
  const own = devices.find((device) => device.endpoint === endpoint && device.endedAt === null);
  const earlier = own ?? devices.find((device) => device.isHere);

  const enable = () =>
    run(async () => {
      const made = data && (await subscribeBrowser(data.publicKey, earlier?.endpoint));
      if (!made) return null;
      setEndpoint(made.endpoint);
      return { tone: "normal", text: t("enabled") };
    });
  const remove = (device: PushDeviceDto) =>
    run(async () => {
      await removeDevice(device.id);
      if (device !== own) return { tone: "normal", text: t("removed") };
      await unsubscribeBrowser();
      setEndpoint(null);
      return { tone: "normal", text: t("disabled") };
    });
  const test = (device: PushDeviceDto) =>
    run(async () => {
      const { isSent, reason } = await testDevice(device.id);
      return isSent
        ? { tone: "normal", text: t("test.sent") }
        : { tone: "critical", text: t("test.failed", { reason: reasonOf(reason) }) };
    });

  const isBarred = ability !== "ready" && ability !== "unknown";
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {own && (
          <StateBadge tone="normal" plain>
            {t("on")}
          </StateBadge>
        )}
      </CardHeader>
      <div className="flex flex-col items-start gap-3 px-4 py-3">
        <p className="text-pretty text-muted-foreground text-sm">
          {own ? t("onHint", { account: data?.account ?? "" }) : t("hint")}
        </p>
        {isBarred && (
          <p role="status" className="text-pretty text-sm text-warning">
            {t(ability)}
          </p>
        )}
        {ability === "ready" && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="secondary"
              disabled={pending || !data}
              onClick={() => (own ? remove(own) : enable())}
            >
              {t(own ? "disable" : "enable")}
            </Button>
            {own && (
              <Button size="sm" variant="ghost" disabled={pending} onClick={() => test(own)}>
                {t("test.send")}
              </Button>
            )}
          </div>
        )}
      </div>
      <DeviceList
        devices={devices}
        isHere={(device) => device === own || (!own && device.isHere)}
        pending={pending}
        clock={{ timeZone, now }}
        action={t("remove")}
        onAction={remove}
      />
    </Card>
  );
}

type Said = { tone: "normal" | "critical"; text: string } | null;

/** The capabilities and the subscription of this browser, and the actions on it. */
function useBrowser(data: PushStateDto | undefined) {
  const t = useTranslations("push");
  const tError = useTranslations("error");
  const client = useQueryClient();
  const [ability, setAbility] = useState<PushAbility>("unknown");
  const [endpoint, setEndpoint] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const isSynced = useRef(false);
  useEffect(() => setAbility(pushAbility()), []);
  useEffect(() => {
    if (!data || ability !== "ready" || isSynced.current) return;
    // Only once: afterwards the user's own actions decide.
    isSynced.current = true;
    const sync = async () => {
      setEndpoint(await syncBrowser(data));
      await client.invalidateQueries({ queryKey: pushQuery.queryKey, exact: true });
    };
    void sync().catch(() => undefined);
  }, [data, ability, client]);
  const run = async (work: () => Promise<Said>) => {
    setPending(true);
    try {
      const said = await work();
      if (said) showToast(said.tone, said.text);
    } catch (error) {
      showToast("critical", error instanceof ServiceError ? tError(error.key) : t("failed"));
    } finally {
      await client.invalidateQueries({ queryKey: pushQuery.queryKey, exact: true });
      setAbility(pushAbility());
      setPending(false);
    }
  };
  return { ability, endpoint, setEndpoint, pending, run };
}
