"use client";

import { ArrowDownWideNarrow, ChartLine, LayoutGrid, Rows3 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { listHref } from "@/components/data-table/list-href";
import { useSelection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { useOutOfOrder } from "../monitoring.client";
import type { MonitoringView } from "../monitoring.schema";

type Address = { path: string; query: Readonly<Record<string, string>> };

const VIEWS = [
  { view: "table", Icon: Rows3 },
  { view: "cards", Icon: LayoutGrid },
] as const;

/** Switches between table and cards; the choice is part of the URL. */
export function ViewLinks({ address, view }: { address: Address; view: MonitoringView }) {
  const t = useTranslations("monitoring.view");
  return (
    <nav
      aria-label={t("label")}
      className="inline-flex h-control items-stretch rounded-md border border-border-strong bg-muted p-0.5 max-sm:hidden"
    >
      {VIEWS.map(({ view: name, Icon }) => (
        <Link
          key={name}
          href={listHref(address, { view: name, iDisplayStart: address.query.iDisplayStart })}
          prefetch={false}
          scroll={false}
          aria-current={name === view ? "true" : undefined}
          className={cn(
            "inline-flex items-center gap-1.5 rounded-sm px-2.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground [&_svg]:size-4",
            name === view && "bg-card text-foreground shadow-[0_0_0_1px_var(--border-strong)]",
          )}
        >
          <Icon aria-hidden="true" />
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

/** Reports that the order of the rows is outdated; rows move only on request. */
export function OrderHint({ now }: { now: number }) {
  const t = useTranslations("monitoring.order");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const isOutOfOrder = useOutOfOrder(now);
  return (
    <div role="status" className="min-w-0 empty:-mr-2">
      {isOutOfOrder && (
        <Button
          size="sm"
          loading={pending}
          onClick={() => startTransition(() => router.refresh())}
          className="border-warning-line bg-warning-soft text-warning hover:border-warning-solid hover:bg-warning-soft"
        >
          {!pending && <ArrowDownWideNarrow aria-hidden="true" />}
          <span className="truncate">{t("changed")}</span>
        </Button>
      )}
    </div>
  );
}

/** Maximum number of carriers in a history comparison. */
const MOST = 20;

/** Opens the histories of the selected carriers overlaid in a separate window. */
export function CompareHistory() {
  const t = useTranslations("monitoring.action");
  const locale = useLocale();
  const { selected } = useSelection();
  const className = buttonVariants({ size: "sm", variant: "primary" });
  if (selected.size > MOST) return <span className="text-sm">{t("compareLimit", { count: MOST })}</span>;
  return (
    <a
      href={`/${locale}/historyData?carrierIds=${[...selected].join(",")}`}
      target="_blank"
      rel="noopener"
      className={className}
    >
      <ChartLine aria-hidden="true" />
      {t("compare")}
    </a>
  );
}
