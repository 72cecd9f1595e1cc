"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw, SkipForward } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { DescriptionList } from "@/components/layout/description-list";
import { PageBody } from "@/components/shell/page-body";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { useNow } from "@/components/value/use-now";
import { formatDuration, formatInstant } from "@/lib/datetime/format";
import { ConditionBadge } from "../../components/condition-badge";
import { platformQuery, useSkip } from "../client";
import type { ForwardPlatformDto } from "../schema";
import { EventCard } from "./event-card";
import { useFailureText } from "./failure-text";
import { TestButton } from "./test-button";
import { TrafficCard } from "./traffic-card";

// Loaded on demand, with its schema.
const ReplayDialog = dynamic(() => import("./replay-dialog").then((module) => module.ReplayDialog), { ssr: false });

type PlatformScreenProps = { platform: ForwardPlatformDto; mayEdit: boolean; timeZone: string; now: number };
type Asked = "replay" | "skip" | null;

/** Window of a forwarding target: connection, backlog, traffic and events. */
export function PlatformScreen({ platform: first, mayEdit, timeZone, now }: PlatformScreenProps) {
  const t = useTranslations("forward");
  const { id } = first.target;
  const { data: platform = first } = useQuery({
    ...platformQuery(id, first.hours),
    initialData: first,
    initialDataUpdatedAt: now,
  });
  const { target, state, events } = platform;
  const [asked, setAsked] = useState<Asked>(null);
  const current = useNow(now);
  return (
    <PageBody>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-xl">{target.name}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
            <ConditionBadge condition={state.condition} />
            <Badge>{t(`type.${target.type}`)}</Badge>
            <span className="wrap-anywhere tabular-nums">{`${target.host}:${target.port}`}</span>
            <span className="wrap-anywhere">{target.customerName}</span>
          </p>
        </div>
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <TestButton id={id} name={target.name} />
            {target.isEnabled && (
              <Button onClick={() => setAsked("replay")}>
                <RotateCcw aria-hidden="true" />
                {t("replay.do")}
              </Button>
            )}
            {state.waitingSince !== null && (
              <Button onClick={() => setAsked("skip")}>
                <SkipForward aria-hidden="true" />
                {t("skip.do")}
              </Button>
            )}
          </div>
        )}
      </header>
      <div className="grid gap-4 lg:grid-cols-2">
        <ConnectionCard platform={platform} timeZone={timeZone} now={current} />
        <DeliveryCard platform={platform} timeZone={timeZone} now={current} />
      </div>
      <TrafficCard platform={platform} timeZone={timeZone} now={current} />
      <EventCard events={events} timeZone={timeZone} now={current} />
      {asked === "replay" && (
        <ReplayDialog id={id} name={target.name} timeZone={timeZone} now={current} onClose={() => setAsked(null)} />
      )}
      {asked === "skip" && <SkipDialog id={id} name={target.name} onClose={() => setAsked(null)} />}
    </PageBody>
  );
}

type CardProps = { platform: ForwardPlatformDto; timeZone: string; now: number };

function ConnectionCard({ platform: { target, state }, timeZone, now }: CardProps) {
  const t = useTranslations("forward");
  const locale = useLocale();
  const standsBetween = target.type !== "http" && target.heartbeatSeconds > 0;
  const connection = state.connectedAt
    ? t("window.connected", {
        time: formatInstant(new Date(state.connectedAt), new Date(now), { locale, timeZone }),
      })
    : t(standsBetween ? "window.notConnected" : "window.onDemand");
  const scheme = { mqtt: "mqtt", http: "http", tcp: "tcp" }[target.type] + (target.isTls ? "s" : "");
  const kinds = [target.sendsReadings && t("kind.readings"), target.sendsExceptions && t("kind.exceptions")].filter(
    Boolean,
  );
  const items = [
    { term: t("window.connection"), value: <span suppressHydrationWarning>{connection}</span> },
    {
      term: t("field.address"),
      value: `${scheme}://${target.host}:${target.port}${target.type === "http" ? target.path || "/" : ""}`,
    },
    ...(target.type === "mqtt" ? [{ term: t("field.publishTopic"), value: target.publishTopic }] : []),
    ...(target.type === "mqtt" && target.subscribeTopic
      ? [{ term: t("field.subscribeTopic"), value: target.subscribeTopic }]
      : []),
    ...(target.type === "http" ? [] : [{ term: t("field.qos"), value: `${target.qos} · ${t(`qos.${target.qos}`)}` }]),
    { term: t("field.sends"), value: kinds.join(" · ") },
    {
      term: t("field.platform"),
      value: [target.platformName, target.platformCode].filter(Boolean).join(" · ") || "–",
    },
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("window.connection")}</CardTitle>
      </CardHeader>
      <CardBody>
        <DescriptionList items={items} />
      </CardBody>
    </Card>
  );
}

function DeliveryCard({ platform: { state }, timeZone, now }: CardProps) {
  const t = useTranslations("forward");
  const locale = useLocale();
  const failureText = useFailureText();
  const shown = (at: string) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  const { waiting, waitingSince, lastSuccessAt, errorAt, errorCode, errorDetail, failures, nextTryAt, replay } = state;
  const lag =
    waitingSince === null
      ? t("lag.none")
      : t("lag.waiting", { count: waiting, age: formatDuration(now - Date.parse(waitingSince), locale) });
  const items = [
    { term: t("field.waiting"), value: <span suppressHydrationWarning>{lag}</span> },
    {
      term: t("field.lastSuccess"),
      value: <span suppressHydrationWarning>{lastSuccessAt ? shown(lastSuccessAt) : t("lag.never")}</span>,
    },
    {
      term: t("field.lastError"),
      value: (
        <span suppressHydrationWarning>
          {errorAt ? `${shown(errorAt)} · ${failureText(errorCode, errorDetail)}` : t("lag.never")}
        </span>
      ),
    },
    ...(failures > 0 && nextTryAt
      ? [
          {
            term: t("condition.failing"),
            value: (
              <span className="text-critical" suppressHydrationWarning>
                {`${t("lag.failures", { count: failures })} · ${t("lag.nextTry", { time: shown(nextTryAt) })}`}
              </span>
            ),
          },
        ]
      : []),
    ...(replay
      ? [
          {
            term: t("replay.do"),
            value: (
              <span suppressHydrationWarning>
                {t("replay.running", { from: shown(replay.from), until: shown(replay.until), at: shown(replay.at) })}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("window.delivery")}</CardTitle>
      </CardHeader>
      <CardBody>
        <DescriptionList items={items} />
      </CardBody>
    </Card>
  );
}

function SkipDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const t = useTranslations("forward.skip");
  const tError = useTranslations("error");
  const { mutate, isPending, error } = useSkip(id);
  const skip = () =>
    mutate(undefined, {
      onSuccess: () => {
        showToast("normal", t("done", { name }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={t("hint")}
      confirmLabel={t("do")}
      pending={isPending}
      error={error && tError(error.key)}
      onConfirm={skip}
    />
  );
}
