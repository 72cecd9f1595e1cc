"use client";

import { Share2, Star, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { putFirst, removeDashboard, shareDashboard } from "../client";
import type { DashboardDto } from "../schema";

type DashboardMenuProps = { dashboard: DashboardDto; isFirst: boolean; mayShare: boolean };

/** Actions on the user's own dashboard besides editing it. */
export function DashboardMenu({ dashboard, isFirst, mayShare }: DashboardMenuProps) {
  const { id, name, isShared } = dashboard;
  const t = useTranslations("home.dashboard");
  const tError = useTranslations("error");
  const router = useRouter();
  const [isRemoving, setRemoving] = useState(false);
  const [pending, setPending] = useState(false);
  const run = async (call: () => Promise<unknown>, done: string, to?: string) => {
    setPending(true);
    try {
      await call();
      setRemoving(false);
      showToast("normal", done);
      if (to) router.replace(to);
      router.refresh();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      showToast("critical", tError(error.key));
    } finally {
      setPending(false);
    }
  };
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1">
      {isShared && <Badge>{t("shared")}</Badge>}
      {!isFirst && (
        <Button variant="ghost" disabled={pending} onClick={() => void run(() => putFirst(id), t("firstDone"))}>
          <Star aria-hidden="true" />
          {t("first")}
        </Button>
      )}
      {mayShare && (
        <Button
          variant="ghost"
          disabled={pending}
          onClick={() => void run(() => shareDashboard(id, !isShared), t(isShared ? "unshareDone" : "shareDone"))}
        >
          <Share2 aria-hidden="true" />
          {t(isShared ? "unshare" : "share")}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("remove", { name })}
        title={t("remove", { name })}
        onClick={() => setRemoving(true)}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={setRemoving}
          title={t("remove", { name })}
          description={t("removeHint")}
          confirmLabel={t("removeConfirm")}
          pending={pending}
          onConfirm={() => void run(() => removeDashboard(id), t("removed"), "/home")}
        />
      )}
    </span>
  );
}
