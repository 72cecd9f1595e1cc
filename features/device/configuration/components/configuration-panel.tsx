"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, RotateCw, Send, SlidersHorizontal, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { useNow } from "@/components/value/use-now";
import type { ServiceError } from "@/lib/http/call-service";
import { LIST_PATHS } from "@/lib/page/device-window";
import { deviceKeys } from "../../device.client";
import { settingsOf, technologyOf } from "../../device.rules";
import {
  configurationQuery,
  isUnderWay,
  useCommandMutation,
  useConfigurationChange,
  useIssue,
} from "../configuration.client";
import { differences } from "../configuration.rules";
import type { ConfigurationDto } from "../configuration.schema";
import { CommandHistory } from "./command-history";
import { CommandProgress } from "./command-progress";
import { StatusBadge } from "./command-state";
import { ParameterTable } from "./parameter-table";

// Loaded on demand, with its schema.
const ParameterForm = dynamic(() => import("./parameter-form").then((module) => module.ParameterForm), { ssr: false });

type ConfigurationPanelProps = {
  deviceId: number;
  /** Server time at rendering, epoch ms. */
  now: number;
  timeZone: string;
};

/** Configuration of a device: wanted and confirmed parameters, the current command and earlier ones. */
export function ConfigurationPanel({ deviceId, now, timeZone }: ConfigurationPanelProps) {
  const t = useTranslations("configuration");
  const tError = useTranslations("error");
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(configurationQuery(deviceId));
  const current = useNow(now);
  const reload = () => void client.invalidateQueries({ queryKey: deviceKeys.all });
  useConfigurationChange(deviceId, reload);
  if (!data && error) {
    return (
      <ErrorState title={t("unavailable")} action={<Button onClick={() => refetch()}>{t("again")}</Button>}>
        {tError((error as ServiceError).key ?? "INTERNAL")}
      </ErrorState>
    );
  }
  if (!data) return <Waiting />;
  const underWay = isUnderWay(data.command);
  return (
    <div className="flex flex-col gap-3">
      <Parameters configuration={data} now={current} timeZone={timeZone} onChange={reload} />
      <CommandHistory
        deviceId={deviceId}
        underWay={underWay}
        mayRemove={data.may.remove}
        now={current}
        timeZone={timeZone}
        onChange={reload}
      />
    </div>
  );
}

type ParametersProps = { configuration: ConfigurationDto; now: number; timeZone: string; onChange: () => void };

function Parameters({ configuration, now, timeZone, onChange }: ParametersProps) {
  const t = useTranslations("configuration");
  const { id, kind, typeCode, name, configStatus, command, obstacles, may, settings, secrets } = configuration;
  const [isEditing, setIsEditing] = useState(false);
  const issue = useIssue();
  const cancel = useCommandMutation("cancel");
  const retry = useCommandMutation("retry");
  const underWay = isUnderWay(command);
  const hasParameters = settingsOf(kind, typeCode).length > 0;
  const isEmpty = Object.keys(settings).length === 0 && !secrets.some(({ isSet }) => isSet);
  const open = differences(settings, configuration.appliedSettings).length;
  const mayGo = may.edit && obstacles.length === 0;
  const hasFailed = command !== null && (command.result === "failed" || command.result === "timed-out");
  // A refusal refers to one state of a command and is obsolete once that state changes.
  const stamp = `${command?.id} ${command?.state}`;
  const [refusedAt, setRefusedAt] = useState("");
  const onError = () => setRefusedAt(stamp);
  const send = () => issue.mutate(id, { onSuccess: () => showToast("normal", t("sending", { name })), onError });
  const refusal = refusedAt === stamp ? (issue.error ?? cancel.error ?? retry.error) : null;
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {t("title")}
          {hasParameters && <StatusBadge status={configStatus} />}
        </CardTitle>
        <div className="flex flex-wrap items-center gap-2">
          {may.edit && hasParameters && !underWay && !isEmpty && (
            <Button onClick={() => setIsEditing(true)}>
              <Pencil aria-hidden="true" />
              {t("edit")}
            </Button>
          )}
          {mayGo && !hasFailed && (
            <Button variant={open > 0 ? "primary" : "secondary"} loading={issue.isPending} onClick={send}>
              <Send aria-hidden="true" />
              {t(open > 0 ? "send" : "sendAgain")}
            </Button>
          )}
          {mayGo && hasFailed && (
            <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate(command.id, { onError })}>
              <RotateCw aria-hidden="true" />
              {t("retry")}
            </Button>
          )}
          {may.edit && underWay && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(command.id, { onError })}>
              <X aria-hidden="true" />
              {t("cancel")}
            </Button>
          )}
        </div>
      </CardHeader>
      <Notes configuration={configuration} refusal={refusal} now={now} timeZone={timeZone} />
      {isEmpty ? (
        <EmptyState
          icon={<SlidersHorizontal aria-hidden="true" />}
          title={t(hasParameters ? "none" : "noParameters")}
          className="py-10"
          action={
            may.edit &&
            hasParameters &&
            !underWay && (
              <Button variant="primary" onClick={() => setIsEditing(true)}>
                {t("setUp")}
              </Button>
            )
          }
        >
          {hasParameters && t("noneHint")}
        </EmptyState>
      ) : (
        <ParameterTable configuration={configuration} />
      )}
      {isEditing && (
        <ParameterForm
          configuration={configuration}
          onClose={() => setIsEditing(false)}
          onSaved={(toSend) => {
            setIsEditing(false);
            if (toSend) send();
            else onChange();
          }}
        />
      )}
    </Card>
  );
}

type NotesProps = { configuration: ConfigurationDto; refusal: ServiceError | null; now: number; timeZone: string };

/** Current activity and obstacles. */
function Notes({ configuration, refusal, now, timeZone }: NotesProps) {
  const t = useTranslations("configuration");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const { id, kind, typeCode, command, configStatus, obstacles, may } = configuration;
  const noGateway = technologyOf(typeCode) === "4g" ? "direct" : "noGateway";
  const underWay = isUnderWay(command);
  const barred = obstacles.filter((rule) => rule !== "configuring" && rule !== "noSettings");
  const failed = configStatus === "fail" && command?.result ? command.result : null;
  if (!underWay && !failed && barred.length === 0 && !refusal) return null;
  const [issue] = refusal?.issues ?? [];
  return (
    <CardBody className="flex flex-col gap-3 border-b">
      {underWay && <CommandProgress command={command} now={now} timeZone={timeZone} />}
      {failed && !underWay && (
        <Alert tone={failed === "timed-out" ? "warning" : "critical"} title={t(`over.${failed}`)}>
          {command?.error || t(`overHint.${failed}`)}
        </Alert>
      )}
      {barred.map((rule) =>
        rule === "noGateway" ? (
          <Alert
            key={rule}
            title={t(`obstacle.${noGateway}`)}
            action={
              may.edit &&
              kind !== "gateway" && (
                <ButtonLink size="sm" href={`${LIST_PATHS[kind]}?form=${id}`} className="shrink-0">
                  {t("obstacle.choose")}
                </ButtonLink>
              )
            }
          >
            {t(`obstacle.${noGateway}Text`)}
          </Alert>
        ) : (
          <Alert key={rule}>{tError(`rule.${rule}`)}</Alert>
        ),
      )}
      {refusal && <Alert tone="critical">{issue ? textOf(issue) : tError(refusal.key)}</Alert>}
    </CardBody>
  );
}

function Waiting() {
  return (
    <Card>
      <CardHeader>
        <Skeleton className="w-40" />
      </CardHeader>
      <CardBody className="flex flex-col gap-3">
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} />
        ))}
      </CardBody>
    </Card>
  );
}
