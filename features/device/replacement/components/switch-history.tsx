"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { switchesQuery } from "../switch.client";
import type { DeviceSwitchDto } from "../switch.schema";
import { ResultBadge } from "./result-badge";

type SwitchHistoryProps = { deviceId: number; mayReplace: boolean; now: number; timeZone: string };

/** Replacements of a device, newest first; empty if there are none. */
export function SwitchHistory({ deviceId, mayReplace, now, timeZone }: SwitchHistoryProps) {
  const t = useTranslations("mounting.switch");
  const { data } = useQuery(switchesQuery(deviceId));
  if (!data || data.total === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("history")}</CardTitle>
      </CardHeader>
      <CardBody>
        <ul className="-my-2">
          {data.items.map((one) => (
            <Entry key={one.id} entry={one} mayReplace={mayReplace} now={now} timeZone={timeZone} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

type EntryProps = Omit<SwitchHistoryProps, "deviceId"> & { entry: DeviceSwitchDto };

function Entry({ entry, mayReplace, now, timeZone }: EntryProps) {
  const t = useTranslations("mounting.switch");
  const unseen = useTranslations("common.unseen");
  const address = useAddressState("replace");
  const { oldDevice, newDevice, carrier, standing, reason, userName, startedAt, endedAt } = entry;
  // The name moves to the new device, so the serial number identifies each of the two.
  const nameOf = ({ name, serialNumber }: DeviceSwitchDto["oldDevice"]) =>
    name === null ? unseen("device") : name === serialNumber || !serialNumber ? name : `${name} (${serialNumber})`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2 text-sm last:border-b-0">
      <span className="flex min-w-0 flex-1 basis-60 flex-col">
        <span className="wrap-anywhere">
          {nameOf(oldDevice)} <span className="text-muted-foreground">→</span> {nameOf(newDevice)}
        </span>
        <span className="wrap-anywhere text-muted-foreground text-xs">
          {[carrier.name ?? unseen("carrier"), reason, userName].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <ResultBadge of={entry} plain />
        <Instant at={endedAt ?? startedAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />
        {standing === "waiting" && mayReplace && (
          <Button size="sm" onClick={() => address.open(`${carrier.id}-${oldDevice.id}`)}>
            {t("show")}
          </Button>
        )}
      </span>
    </li>
  );
}
