"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { showToast } from "@/components/ui/toast-store";
import { callService, ServiceError } from "@/lib/http/call-service";
import { holdingsQuery } from "../holdings/client";
import type { Placed } from "../scene.client";

type RemoveSceneProps = { node: Placed; onClose: () => void; onDone: () => void };

/** Asks for confirmation, deletes the node, and lists everything that prevents it. */
export function RemoveScene({ node, onClose, onDone }: RemoveSceneProps) {
  const t = useTranslations("scene.remove");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const { data } = useQuery(holdingsQuery(node.id, { part: "carriers", start: 0, length: 1 }));
  const { name } = node.node;

  const remove = async () => {
    setPending(true);
    setRefusal(null);
    try {
      await callService(`/service/scene/${node.id}`, { method: "DELETE" });
      showToast("normal", t("done", { name }));
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };
  if (data && data.here.scenes + data.here.carriers + data.here.devices > 0)
    return <Kept name={name} here={data.here} onClose={onClose} />;
  const reasons = refusal && (refusal.issues.length > 0 ? refusal.issues.map(textOf) : [tError(refusal.key)]);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={t("hint")}
      confirmLabel={t("confirm")}
      destructive
      pending={pending}
      error={
        reasons && (
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )
      }
      onConfirm={remove}
    />
  );
}

const PARTS = ["scenes", "carriers", "devices"] as const;
type KeptProps = { name: string; here: Record<(typeof PARTS)[number], number>; onClose: () => void };

/** Lists what prevents the deletion instead of asking for one that would be refused. */
function Kept({ name, here, onClose }: KeptProps) {
  const t = useTranslations("scene.remove");
  const tCommon = useTranslations("common.action");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent role="alertdialog">
        <DialogHeader title={t("keptTitle", { name })} description={t("keptHint")} />
        <DialogBody>
          <ul className="list-disc pl-5">
            {PARTS.filter((part) => here[part] > 0).map((part) => (
              <li key={part}>{t(part, { count: here[part] })}</li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{tCommon("close")}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
