"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Part } from "@/components/layout/part";
import { Instant } from "@/components/value/instant";
import { actorText, fieldText, type Look, operationText } from "@/features/audit/audit.rules";
import type { DeviceOperation } from "../detail.schema";
import { Nothing } from "./cards";

type OperationsCardProps = {
  deviceId: number;
  operations: readonly DeviceOperation[];
  now: number;
  timeZone: string;
};

/** Latest operations on the device; the full list has its own window. */
export function OperationsCard({ deviceId, operations, now, timeZone }: OperationsCardProps) {
  const t = useTranslations("device.detail");
  const look = useTranslations("audit") as unknown as Look;
  return (
    <Part
      title={t("operations")}
      aside={
        <ButtonLink
          href={`/OperateRecord?deviceId=${deviceId}`}
          target="_blank"
          size="sm"
          variant="ghost"
          prefetch={false}
        >
          {t("allOperations")}
        </ButtonLink>
      }
    >
      {operations.length === 0 ? (
        <Nothing text="noOperations" />
      ) : (
        <ol className="-my-2">
          {operations.map(({ id, at, operation, entity, fields, ...actor }) => (
            <li key={id} className="border-b py-2 text-sm last:border-b-0">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <span className="font-medium">{operationText(look, operation, entity)}</span>
                  <span className="ml-2 text-muted-foreground">{actorText(look, actor)}</span>
                </span>
                <Instant at={Date.parse(at)} now={now} timeZone={timeZone} className="text-muted-foreground text-xs" />
              </span>
              {/* For a new device all fields have changed. */}
              {fields.length > 0 && !operation.endsWith(".create") && (
                <span className="line-clamp-2 text-faint-foreground text-xs">
                  {fields.map((field) => fieldText(look, field)).join(" · ")}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}
