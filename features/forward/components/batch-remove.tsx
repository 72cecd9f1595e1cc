"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSelection } from "@/components/data-table/selection";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { removeForwardSets } from "../client";
import type { ForwardRowDto } from "../schema";

/** Removes the ticked targets, all or none, and names the one that has to stay. */
export function BatchRemove({ rows }: { rows: readonly ForwardRowDto[] }) {
  const t = useTranslations("forward.batch");
  const tError = useTranslations("error");
  const { selected, clear } = useSelection();
  const refresh = useRefresh();
  const [isAsking, setIsAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const chosen = rows.filter(({ id }) => selected.has(String(id)));

  const refusalOf = (failure: ServiceError) => {
    const index = Number(failure.issues[0]?.path.split(".")[1]);
    const name = chosen[index]?.name;
    return name && failure.issues[0]?.rule === "isEnabled" ? t("refused", { name }) : tError(failure.key);
  };
  const remove = async () => {
    setPending(true);
    setError(null);
    try {
      await removeForwardSets(chosen.map(({ id }) => id));
      showToast("normal", t("done", { count: chosen.length }));
      setIsAsking(false);
      clear();
      refresh();
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      setError(refusalOf(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button size="sm" variant="destructive-ghost" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t("remove")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          setIsAsking(open);
          setError(null);
        }}
        title={t("title", { count: chosen.length })}
        description={t("hint")}
        confirmLabel={t("remove")}
        destructive
        pending={pending}
        error={error}
        onConfirm={remove}
      />
    </>
  );
}
