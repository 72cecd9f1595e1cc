import { ListTree, Rows3 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { listHref } from "@/components/data-table/list-href";
import { cn } from "@/components/ui/cn";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { BoardDto, BoardView } from "../schema";

export const BOARD_PATH = "/databoard/deviceMonitor";

type Values = Readonly<Record<string, string>>;

const VIEWS = [
  { view: "list", Icon: Rows3 },
  { view: "gateways", Icon: ListTree },
] as const;

/** Switches between one list of all devices, and gateways with the devices that forward through them. */
export function ViewLinks({ values, view }: { values: Values; view: BoardView }) {
  const t = useTranslations("deviceBoard.view");
  return (
    <nav
      aria-label={t("label")}
      className="inline-flex h-control items-stretch rounded-md border border-border-strong bg-muted p-0.5"
    >
      {VIEWS.map(({ view: name, Icon }) => (
        <Link
          key={name}
          href={listHref(
            { path: BOARD_PATH, query: values },
            { view: name === "list" ? null : name, kind: null, gatewayId: null, sort: null, dir: null },
          )}
          prefetch={false}
          scroll={false}
          aria-current={name === view ? "true" : undefined}
          className={cn(
            "inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground [&_svg]:size-4",
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

const chipClass =
  "inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-sm transition-colors hover:border-border-strong hover:bg-accent touch:h-control-sm aria-[current]:border-primary aria-[current]:bg-primary-soft";

/** The existing kinds, each with its number of devices that need attention. */
export function KindLinks({ values, kinds }: { values: Values; kinds: BoardDto["kinds"] }) {
  const t = useTranslations("deviceBoard.kind");
  const tKind = useTranslations("device.kind");
  const locale = useLocale();
  const present = DEVICE_KINDS.filter((kind) => kinds[kind] || values.kind === kind);
  if (present.length < 2 && values.kind === undefined) return null;
  const hrefOf = (kind: DeviceKind | null) => listHref({ path: BOARD_PATH, query: values }, { kind });
  return (
    <nav
      aria-label={t("label")}
      className="relative flex min-w-0 gap-1.5 overflow-x-auto py-0.5 [scrollbar-width:none] lg:flex-1 lg:flex-wrap"
    >
      <Link
        href={hrefOf(null)}
        prefetch={false}
        scroll={false}
        aria-current={values.kind === undefined ? "true" : undefined}
        className={chipClass}
      >
        {t("all")}
      </Link>
      {present.map((kind) => {
        const { total, troubled } = kinds[kind] ?? { total: 0, troubled: 0 };
        return (
          <Link
            key={kind}
            href={hrefOf(kind)}
            prefetch={false}
            scroll={false}
            aria-current={values.kind === kind ? "true" : undefined}
            title={t("hint", { total, troubled })}
            className={chipClass}
          >
            {tKind(kind)}
            <span className="text-muted-foreground tabular-nums">{formatNumber(total, locale)}</span>
            {troubled > 0 && (
              <span className={cn("inline-flex items-center gap-0.5 font-medium tabular-nums", TONE_TEXT.warning)}>
                <ToneIcon tone="warning" className="size-3.5" />
                <span className="sr-only">{t("troubled")}</span>
                {formatNumber(troubled, locale)}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
