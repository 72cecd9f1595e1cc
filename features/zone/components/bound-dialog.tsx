"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { boundCarriersQuery } from "../zone.client";
import type { ZoneRowDto } from "../zone.schema";

type BoundDialogProps = { zone: ZoneRowDto; onClose: () => void; onApply: (() => void) | undefined };

/** The carriers monitored by a range, with links to their pages. */
export function BoundDialog({ zone, onClose, onApply }: BoundDialogProps) {
  const t = useTranslations("zone.bound");
  const tApply = useTranslations("zone.apply");
  const tType = useTranslations("carrier.type");
  const tError = useTranslations("error");
  const { data, isError } = useQuery(boundCarriersQuery(zone.id));
  const more = data ? data.total - data.items.length : 0;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("title", { name: zone.name })} />
        <DialogBody>
          {isError && <Alert tone="critical">{tError("INTERNAL")}</Alert>}
          {!data && !isError && <Skeleton className="h-32" />}
          {data && (
            <ul className="-mx-2">
              {data.items.map(({ id, name, type }) => (
                <li key={id}>
                  <Link
                    href={carrierPage(id)}
                    className="flex min-h-9 items-center justify-between gap-3 rounded-md px-2 py-1 touch:min-h-11 hover:bg-accent"
                  >
                    <span className="wrap-anywhere font-medium">{name}</span>
                    <span className="shrink-0 text-muted-foreground text-sm">{tType(type)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {more > 0 && <p className="mt-2 text-muted-foreground text-sm">{t("more", { count: more })}</p>}
          {data && data.total < zone.carrierCount && (
            <p className="mt-2 text-muted-foreground text-sm">{t("hidden")}</p>
          )}
        </DialogBody>
        {onApply && (
          <DialogFooter>
            <Button onClick={onApply}>{tApply("open")}</Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}
