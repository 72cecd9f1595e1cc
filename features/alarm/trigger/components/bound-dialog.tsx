"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Unlink2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { bindCarriers, bindingKey, boundQuery } from "../binding.client";
import type { BindableDto } from "../binding.schema";
import type { AlarmTriggerRowDto } from "../trigger.schema";

type BoundDialogProps = {
  trigger: AlarmTriggerRowDto;
  mayBind: boolean;
  onClose: () => void;
  onChanged: () => void;
  onBind: (() => void) | undefined;
};

/** The carriers bound to a trigger, each with a link to its page and an action to unbind it. */
export function BoundDialog({ trigger, mayBind, onClose, onChanged, onBind }: BoundDialogProps) {
  const t = useTranslations("trigger.bound");
  const tBind = useTranslations("trigger.bind");
  const tType = useTranslations("carrier.type");
  const tError = useTranslations("error");
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<BindableDto | null>(null);
  const { data, isError } = useQuery(boundQuery(trigger.id));
  const more = data ? data.total - data.items.length : 0;
  if (leaving)
    return (
      <EndingDialog
        title={t("unbindTitle", { name: leaving.name })}
        text={t("unbindHint")}
        confirmLabel={t("unbind")}
        send={() => bindCarriers([leaving.id], null)}
        onClose={() => setLeaving(null)}
        onDone={() => {
          showToast("normal", t("unbound", { name: leaving.name }));
          setLeaving(null);
          void client.invalidateQueries({ queryKey: bindingKey(trigger.id) });
          onChanged();
        }}
      />
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("title", { name: trigger.name })} />
        <DialogBody>
          {isError && <Alert tone="critical">{tError("INTERNAL")}</Alert>}
          {!data && !isError && <Skeleton className="h-32" />}
          {data?.items.length === 0 && (
            <p className="py-6 text-center text-muted-foreground text-sm">
              {data.total < trigger.carrierCount ? t("hidden") : t("none")}
            </p>
          )}
          {data && data.items.length > 0 && (
            <ul className="-mx-2">
              {data.items.map((carrier) => (
                <li key={carrier.id} className="flex items-center gap-1 rounded-md pr-1 hover:bg-accent">
                  <Link
                    href={carrierPage(carrier.id, "trigger")}
                    className="flex min-h-9 min-w-0 flex-1 items-center justify-between gap-3 rounded-md px-2 py-1 touch:min-h-11"
                  >
                    <span className="min-w-0">
                      <span className="wrap-anywhere block font-medium">{carrier.name}</span>
                      <span className="wrap-anywhere block text-muted-foreground text-xs">{carrier.sceneName}</span>
                    </span>
                    <span className="shrink-0 text-muted-foreground text-sm">{tType(carrier.type)}</span>
                  </Link>
                  {mayBind && carrier.mayEdit && (
                    <Button
                      size="sm"
                      variant="ghost"
                      className="w-control-sm px-0"
                      aria-label={t("unbindOf", { name: carrier.name })}
                      title={t("unbind")}
                      onClick={() => setLeaving(carrier)}
                    >
                      <Unlink2 aria-hidden="true" />
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {more > 0 && <p className="mt-2 text-muted-foreground text-sm">{t("more", { count: more })}</p>}
          {data && data.items.length > 0 && data.total < trigger.carrierCount && (
            <p className="mt-2 text-muted-foreground text-sm">{t("hidden")}</p>
          )}
        </DialogBody>
        {onBind && (
          <DialogFooter>
            <Button variant="primary" onClick={onBind}>
              {tBind("open")}
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}
