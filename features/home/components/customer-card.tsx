"use client";

import { useLocale, useTranslations } from "next-intl";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { StateBadge } from "@/components/value/state-badge";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { CustomerState } from "../home.schema";

/** The customers in the worst state, each linked to its carriers. */
export function CustomerCard({ customers }: { customers: { items: CustomerState[]; total: number } }) {
  const t = useTranslations("home.customers");
  const locale = useLocale();
  const rest = customers.total - customers.items.length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <span className="text-muted-foreground text-xs">{t("total", { count: customers.total })}</span>
      </CardHeader>
      <ul>
        {customers.items.map(({ id, name, sceneId, total, abnormal, offline }) => (
          <li
            key={id}
            className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 border-b px-4 py-2 last:border-b-0"
          >
            <Link
              href={sceneId ? `/databoard/monitoringPoint?sceneId=${sceneId}` : "/databoard/monitoringPoint"}
              prefetch={false}
              className="wrap-anywhere touch-area min-w-0 basis-full font-medium hover:underline"
            >
              {name}
            </Link>
            {abnormal > 0 && (
              <StateBadge tone="critical" plain>
                {t("abnormal", { count: abnormal })}
              </StateBadge>
            )}
            {offline > 0 && (
              <StateBadge tone="offline" plain>
                {t("offline", { count: offline })}
              </StateBadge>
            )}
            {abnormal + offline === 0 && (
              <StateBadge tone="normal" plain>
                {t("well")}
              </StateBadge>
            )}
            <span className="ml-auto text-muted-foreground text-xs tabular-nums">{formatNumber(total, locale)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="border-t px-4 py-2 text-muted-foreground text-xs">{t("rest", { count: rest })}</p>}
    </Card>
  );
}
