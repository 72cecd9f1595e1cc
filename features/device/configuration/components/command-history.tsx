"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { formatDuration, formatInstant } from "@/lib/datetime/format";
import { commandsQuery } from "../configuration.client";
import type { CommandDto } from "../configuration.schema";
import { CommandState } from "./command-state";

// Loaded on demand.
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});

const FIRST = 5;
const MOST = 100;

type CommandHistoryProps = {
  deviceId: number;
  underWay: boolean;
  mayRemove: boolean;
  now: number;
  timeZone: string;
  onChange: () => void;
};

/** Commands sent to the device, newest first. */
export function CommandHistory(props: CommandHistoryProps) {
  const { deviceId, underWay, mayRemove, now, timeZone, onChange } = props;
  const t = useTranslations("configuration.history");
  const [length, setLength] = useState(FIRST);
  const [removing, setRemoving] = useState<CommandDto | null>(null);
  const { data, isFetching } = useQuery(commandsQuery(deviceId, length, underWay));
  const locale = useLocale();
  const nameOf = ({ createdAt }: CommandDto) =>
    t("name", { at: formatInstant(new Date(createdAt), new Date(now), { locale, timeZone }) });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {data && data.total > 0 && (
          <span className="text-muted-foreground text-xs tabular-nums">{t("count", { count: data.total })}</span>
        )}
      </CardHeader>
      {!data && <Skeleton className="m-4 h-16" />}
      {data?.total === 0 && <p className="p-4 text-muted-foreground text-sm">{t("empty")}</p>}
      {data && data.total > 0 && (
        <ul className="divide-y">
          {data.items.map((command) => (
            <li key={command.id} className="flex items-start gap-3 px-4 py-2.5">
              <Entry command={command} now={now} timeZone={timeZone} />
              {mayRemove && !underWay && (
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t("remove", { name: nameOf(command) })}
                  title={t("removeShort")}
                  onClick={() => setRemoving(command)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.items.length < Math.min(data.total, MOST) && (
        <div className="border-t px-1.5 py-2">
          <Button variant="ghost" size="sm" loading={isFetching} onClick={() => setLength(Math.min(MOST, length + 15))}>
            {t("more")}
          </Button>
        </div>
      )}
      {removing && (
        <RemoveDialog
          path={`/service/deviceCommand/${removing.id}`}
          name={nameOf(removing)}
          onClose={() => setRemoving(null)}
          onDone={() => {
            showToast("normal", t("removed"));
            setRemoving(null);
            onChange();
          }}
        />
      )}
    </Card>
  );
}

function Entry({ command, now, timeZone }: { command: CommandDto; now: number; timeZone: string }) {
  const t = useTranslations("configuration.history");
  const locale = useLocale();
  const { createdAt, endedAt, attempts, userName, settings, error } = command;
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CommandState command={command} />
        <Instant at={createdAt} now={now} timeZone={timeZone} className="text-sm tabular-nums" />
        {userName && <span className="min-w-0 break-words text-muted-foreground text-sm">{userName}</span>}
      </div>
      <p className="text-muted-foreground text-xs tabular-nums">
        {t("facts", { parameters: Object.keys(settings).length, attempts })}
        {endedAt !== null && ` · ${formatDuration(Math.max(0, endedAt - createdAt), locale)}`}
      </p>
      {error && <p className="break-words text-critical text-sm">{error}</p>}
    </div>
  );
}
