import { useLocale, useTranslations } from "next-intl";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { StateBadge } from "@/components/ui/state-badge";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { formatNumber } from "@/lib/units/format";
import type { SourceView } from "../schema";

/** By which devices a part of the history was measured, where they hung, and whether they were calibrated then. */
export function SourceScreen({ items, range, timeZone, history }: SourceView) {
  const t = useTranslations("history");
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  return (
    <PageBody>
      <WindowHead
        title={t("source.title")}
        href={history}
        note={`${stamp(range.from)} – ${stamp(range.to)} · ${t("header.zone", { zone: timeZone })}`}
      />
      <Card className="overflow-hidden">
        {items.length === 0 ? (
          <EmptyState title={t("source.none")} />
        ) : (
          <Table>
            <caption className="sr-only">{t("source.caption")}</caption>
            <TableHead>
              <tr>
                {(["device", "measures", "carrier", "readings", "interval", "calibration"] as const).map((name) => (
                  <TableHeaderCell key={name} className={name === "readings" ? "text-right" : undefined}>
                    {t(`source.${name}`)}
                  </TableHeaderCell>
                ))}
              </tr>
            </TableHead>
            <TableBody>
              {items.map((item) => (
                <SourceRow key={item.id} item={item} stamp={stamp} />
              ))}
            </TableBody>
          </Table>
        )}
      </Card>
    </PageBody>
  );
}

function SourceRow({ item, stamp }: { item: SourceView["items"][number]; stamp: (at: number) => string }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const { id, kind, name, serialNumber, measures, stays, readings, reportIntervalSeconds, certificate } = item;
  return (
    <TableRow>
      <TableCell>
        {item.opens ? (
          <Link href={windowOf(kind, id)} target="_blank" prefetch={false} className="font-medium hover:text-primary">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {name !== serialNumber && (
          <span className="block text-faint-foreground text-xs tabular-nums">{serialNumber}</span>
        )}
      </TableCell>
      <TableCell>{measures.map((measure) => t(`measure.${measure}`)).join(" · ")}</TableCell>
      <TableCell>
        {stays.map(({ carrier, from, to }) => (
          <span key={from} className="block">
            {carrier}{" "}
            <span className="whitespace-nowrap text-faint-foreground text-xs tabular-nums">
              {to === null
                ? t("source.since", { from: stamp(from) })
                : t("source.period", { from: stamp(from), to: stamp(to) })}
            </span>
          </span>
        ))}
        {stays.length === 0 && "–"}
      </TableCell>
      <TableCell className="text-right tabular-nums">{formatNumber(readings, locale)}</TableCell>
      <TableCell className="whitespace-nowrap">{formatDuration(reportIntervalSeconds * 1000, locale)}</TableCell>
      <TableCell>
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
      </TableCell>
    </TableRow>
  );
}
