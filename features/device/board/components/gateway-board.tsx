import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Router } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyList } from "@/components/data-table/empty-list";
import { listHref } from "@/components/data-table/list-href";
import { Pagination } from "@/components/data-table/pagination";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT } from "@/components/value/tone";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { formatNumber } from "@/lib/units/format";
import { StateCell } from "../../components/cells";
import { boardQuery } from "../client";
import type { BehindCount, GatewayBoardDto } from "../schema";
import type { BoardListProps } from "./board-table";
import { BOARD_PATH } from "./links";
import { ReasonList } from "./reason-list";

/** Maximum number of devices shown behind a gateway; beyond it the list is better suited. */
const SHOWN_BEHIND = 50;

type GatewayBoardProps = BoardListProps & { board: GatewayBoardDto };

/** Gateways with the devices that forward through each, expandable: a silent gateway explains the silence behind it. */
export function GatewayBoard({ board, isFailed, list, toolbar, timeZone, now }: GatewayBoardProps) {
  const t = useTranslations("deviceBoard");
  const locale = useLocale();
  const isFiltered = ["q", "sceneId", "show"].some((name) => list.query[name]);
  return (
    <div className="flex min-h-0 grow flex-col gap-2">
      <div className="flex min-h-control flex-wrap items-center gap-2">
        {toolbar}
        {board.direct > 0 && (
          <Link
            href={listHref({ path: BOARD_PATH, query: list.query }, { view: null, gatewayId: "none" })}
            prefetch={false}
            className="ml-auto text-muted-foreground text-sm hover:text-primary"
          >
            {t("gateway.direct", { count: board.direct })}
          </Link>
        )}
      </div>
      {isFailed && <Alert tone="warning">{t("outdated")}</Alert>}
      <ul className="flex min-h-0 flex-col gap-2 sm:overflow-y-auto">
        {board.items.map(({ gateway, behind }) => (
          <GatewayCard
            key={gateway.id}
            gateway={gateway}
            behind={behind}
            criteria={list.query}
            timeZone={timeZone}
            now={now}
            countText={(count) => formatNumber(count, locale)}
          />
        ))}
      </ul>
      {board.items.length === 0 && (
        <div className="rounded-md border bg-card">
          <EmptyList
            list={list}
            isFiltered={isFiltered}
            icon={<Router aria-hidden="true" />}
            title={t("gateway.none")}
            hint={t("gateway.noneHint")}
          />
        </div>
      )}
      <Pagination list={list} name={t("view.gateways")} />
    </div>
  );
}

type GatewayCardProps = {
  gateway: GatewayBoardDto["items"][number]["gateway"];
  behind: BehindCount;
  criteria: Readonly<Record<string, string>>;
  timeZone: string;
  now: number;
  countText: (count: number) => string;
};

function GatewayCard({ gateway, behind, criteria, timeZone, now, countText }: GatewayCardProps) {
  const t = useTranslations("deviceBoard.gateway");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="rounded-md border bg-card">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group/gateway">
        <summary className="grid cursor-pointer list-none grid-cols-[1rem_1fr] items-center gap-x-4 gap-y-1 rounded-md px-3 py-2 lg:grid-cols-[1rem_1fr_10rem_24rem] hover:bg-row-hover focus-visible:-outline-offset-2">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-muted-foreground transition-transform duration-150 group-open/gateway:rotate-90"
          />
          <span className="min-w-0">
            <span title={gateway.name} className="line-clamp-1 break-all font-medium">
              {gateway.name}
            </span>
            <span className="line-clamp-1 text-faint-foreground text-xs">
              {[gateway.serialNumber, gateway.sceneName].filter(Boolean).join(" · ")}
            </span>
          </span>
          <span className="max-lg:col-start-2">
            <StateCell row={gateway} now={now} />
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-sm tabular-nums max-lg:col-start-2">
            <span className="text-muted-foreground">{t("behind", { count: behind.total })}</span>
            {behind.online > 0 && (
              <StateBadge tone="normal" plain>
                {t("online", { count: countText(behind.online) })}
              </StateBadge>
            )}
            {behind.offline > 0 && (
              <StateBadge tone="offline" plain>
                {t("offline", { count: countText(behind.offline) })}
              </StateBadge>
            )}
            {behind.troubled > behind.offline && (
              <StateBadge tone="warning" plain className={TONE_TEXT.warning}>
                {t("troubled", { count: countText(behind.troubled) })}
              </StateBadge>
            )}
          </span>
        </summary>
        {isOpen && (
          <div className="border-t px-3 py-2">
            <Link
              href={windowOf("gateway", gateway.id)}
              target="_blank"
              prefetch={false}
              className="inline-flex min-h-6 items-center font-medium text-primary text-sm hover:underline"
            >
              {t("open")}
            </Link>
            <Behind gatewayId={gateway.id} total={behind.total} criteria={criteria} timeZone={timeZone} now={now} />
          </div>
        )}
      </details>
    </li>
  );
}

type BehindProps = Pick<GatewayCardProps, "criteria" | "timeZone" | "now"> & { gatewayId: number; total: number };

/** Devices that forward through a gateway, worst first. */
function Behind({ gatewayId, total, criteria, timeZone, now }: BehindProps) {
  const t = useTranslations("deviceBoard.gateway");
  const tKind = useTranslations("device.kind");
  const place: Record<string, string> = criteria.sceneId ? { sceneId: criteria.sceneId } : {};
  const { data, isError } = useQuery(
    boardQuery({ ...place, gatewayId: String(gatewayId), iDisplayLength: String(SHOWN_BEHIND) }),
  );
  if (total === 0) return <p className="py-1 text-muted-foreground text-sm">{t("empty")}</p>;
  if (!data) return isError ? <Alert tone="critical">{t("failed")}</Alert> : <Skeleton className="mt-1 h-10" />;
  return (
    <>
      <ul className="divide-y">
        {data.items.map((device) => (
          <li key={device.id} className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[14rem_8rem_1fr]">
            <Link
              href={windowOf(device.kind, device.id)}
              target="_blank"
              prefetch={false}
              className="line-clamp-1 break-all font-medium text-sm hover:text-primary"
            >
              {device.name}
            </Link>
            <span className="text-muted-foreground text-sm">{tKind(device.kind)}</span>
            <ReasonList device={device} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link
          href={listHref({ path: BOARD_PATH, query: place }, { gatewayId })}
          prefetch={false}
          className="inline-flex min-h-8 items-center text-primary text-sm hover:underline"
        >
          {t("all", { count: data.total })}
        </Link>
      )}
    </>
  );
}
