"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { StateBadge } from "@/components/value/state-badge";
import { ValueCell } from "@/components/value/value-cell";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatReading } from "@/lib/units/format";
import { useValueLocales } from "@/lib/units/units-context";
import { pointsQuery } from "../client";
import { temperatureOf, toneOf } from "../rules";
import type { HeldCarrier, PointState } from "../schema";
import { NameCell } from "./name-cell";

const REFRESH_MS = 30_000;

type CarrierRowsProps = { rows: readonly HeldCarrier[]; hasValues: boolean; now: number };

/** Carriers of a node with state and temperature, refetched every 30 seconds. */
export function CarrierRows({ rows, hasValues, now }: CarrierRowsProps) {
  const t = useTranslations("scene.holdings");
  const tType = useTranslations("carrier.type");
  const { data } = useQuery({
    ...pointsQuery(rows.map(({ id }) => id)),
    enabled: hasValues,
    refetchInterval: REFRESH_MS,
  });
  const points = new Map(data?.map((point) => [point.id, point]));
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("name")}</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">{t("type")}</TableHeaderCell>
          {hasValues && <TableHeaderCell>{t("state")}</TableHeaderCell>}
          {hasValues && <TableHeaderCell>{t("temperature")}</TableHeaderCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <TableCell>
              <NameCell href={carrierPage(row.id)} name={row.name} path={row.path} />
            </TableCell>
            <TableCell className="text-muted-foreground max-sm:hidden">{tType(row.type)}</TableCell>
            {hasValues && <PointCells point={points.get(row.id)} now={now} />}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function PointCells({ point, now }: { point: PointState | undefined; now: number }) {
  const t = useTranslations("monitoring.status");
  const localeOf = useValueLocales();
  const locale = localeOf(point?.customerId);
  const probe = point && temperatureOf(point);
  const reading = probe && formatReading(probe.value, probe.measure, locale);
  return (
    <>
      <TableCell>
        {point ? (
          <StateBadge tone={toneOf(point)} plain className="flex">
            {t(point.status)}
          </StateBadge>
        ) : (
          <span className="text-faint-foreground">–</span>
        )}
      </TableCell>
      <TableCell>
        {probe && reading ? (
          <ValueCell
            value={reading.number}
            unit={reading.unit}
            at={probe.at ?? undefined}
            now={now}
            staleAfterMs={probe.staleAfterSeconds * 1000}
            unconfirmed={unconfirmedText(probe, locale)}
          />
        ) : (
          <span className="text-faint-foreground">–</span>
        )}
      </TableCell>
    </>
  );
}
