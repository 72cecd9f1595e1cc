import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { formatInstant } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import type { StayDto } from "../lot.schema";

type StaysProps = { stays: readonly StayDto[]; mayOpen: boolean; timeZone: string; now: number };

/** Where the lot was and when, the latest first. */
export function StaysList({ stays, mayOpen, timeZone, now }: StaysProps) {
  const t = useTranslations("lot");
  const locale = useLocale();
  const stamp = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  if (stays.length === 0) return <p className="p-4 text-muted-foreground text-sm">{t("detail.staysEmpty")}</p>;
  return (
    <ol className="flex flex-col divide-y divide-border px-4">
      {stays.map(({ id, carrier, placedAt, removedAt, how }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5 text-sm">
          <span className="min-w-0 break-words font-medium">
            {carrier.name === null ? (
              <span className="text-muted-foreground">{t("detail.hidden")}</span>
            ) : mayOpen ? (
              <Link href={carrierPage(carrier.id)} prefetch={false} className="hover:text-primary hover:underline">
                {carrier.name}
              </Link>
            ) : (
              carrier.name
            )}
          </span>
          <span className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs tabular-nums">
            <span suppressHydrationWarning>
              {removedAt === null
                ? t("detail.since", { from: stamp(placedAt) })
                : t("detail.between", { from: stamp(placedAt), to: stamp(removedAt) })}
            </span>
            <Badge>{t(`how.${how}`)}</Badge>
          </span>
        </li>
      ))}
    </ol>
  );
}
