import { useLocale, useTranslations } from "next-intl";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Card } from "@/components/ui/card";
import { Table, TableHead, TableHeaderCell } from "@/components/ui/table";
import { StateBadge } from "@/components/value/state-badge";
import { formatDuration, formatInstant } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { formatNumber } from "@/lib/units/format";
import type { SourceView } from "../source.schema";

const COLUMNS = ["device", "measures", "carrier", "readings", "interval", "calibration"] as const;

/** The devices that measured a part of the history, where they were mounted, and whether they were calibrated then. */
export function SourceScreen({ items, range, timeZone, history, now }: SourceView) {
  const t = useTranslations("history");
  const locale = useLocale();
  const when = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  return (
    <PageBody>
      <WindowHead
        title={t("source.title")}
        href={history}
        note={`${when(range.from)} – ${when(range.to)} · ${t("header.zone", { zone: timeZone })}`}
      />
      {items.length === 0 ? (
        <Card>
          <EmptyState title={t("source.none")} />
        </Card>
      ) : (
        <div className="overflow-hidden rounded-md sm:border sm:bg-card">
          <Table className="max-sm:block">
            <caption className="sr-only">{t("source.caption")}</caption>
            <TableHead className="max-sm:sr-only">
              <tr>
                {COLUMNS.map((name) => (
                  <TableHeaderCell key={name} className={name === "readings" ? "text-right" : undefined}>
                    {t(`source.${name}`)}
                  </TableHeaderCell>
                ))}
              </tr>
            </TableHead>
            <tbody className="max-sm:block [&>tr:last-child>td]:border-b-0">
              {items.map((item) => (
                <SourceRow key={item.id} item={item} when={when} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </PageBody>
  );
}

function SourceRow({ item, when }: { item: SourceView["items"][number]; when: (at: number) => string }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const { id, kind, name, serialNumber, measures, stays, readings, reportIntervalSeconds, certificate } = item;
  const label = (column: (typeof COLUMNS)[number]) => ({ "data-label": t(`source.${column}`) });
  return (
    <tr className="data-row">
      <td {...label("device")} className="data-cell data-cell-title">
        {item.opens ? (
          <Link href={windowOf(kind, id)} target="_blank" prefetch={false} className="font-medium hover:text-primary">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {name !== serialNumber && (
          <span className="block font-normal text-faint-foreground text-xs tabular-nums">{serialNumber}</span>
        )}
      </td>
      <td {...label("measures")} className="data-cell data-cell-line max-sm:col-span-2">
        {measures.map((measure) => t(`measure.${measure}`)).join(" · ")}
      </td>
      <td {...label("carrier")} className="data-cell data-cell-line max-sm:col-span-2">
        {stays.map(({ carrier, from, to }) => (
          <span key={from} className="block">
            {carrier}{" "}
            <span className="whitespace-nowrap text-faint-foreground text-xs">
              {to === null
                ? t("source.since", { from: when(from) })
                : t("source.period", { from: when(from), to: when(to) })}
            </span>
          </span>
        ))}
        {stays.length === 0 && "–"}
      </td>
      <td {...label("readings")} className="data-cell data-cell-line sm:text-right">
        {formatNumber(readings, locale)}
      </td>
      <td {...label("interval")} className="data-cell data-cell-line whitespace-nowrap">
        {formatDuration(reportIntervalSeconds * 1000, locale)}
      </td>
      <td {...label("calibration")} className="data-cell data-cell-line max-sm:col-span-2">
        {certificate && (
          <span className="block">
            {t("source.certificate", { number: certificate.number, from: certificate.from, to: certificate.to })}
          </span>
        )}
        {!item.isCovered && (
          <StateBadge plain tone="warning">
            {t(certificate ? "source.uncovered" : "source.noCertificate")}
          </StateBadge>
        )}
      </td>
    </tr>
  );
}
