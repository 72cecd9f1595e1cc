"use client";

import { Ban, CircleCheck, ClipboardCheck, Hand, type LucideIcon, RotateCcw, Star, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowMenu } from "@/components/data-table/row-menu";
import { useIssueText } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { type Act, type Asking, asks } from "../act.rules";
import { sendAct } from "../order.client";
import type { WorkOrderDto } from "../order.schema";

// Loaded when the first act is chosen.
const ActDialog = dynamic(() => import("./act-dialog").then((module) => module.ActDialog), { ssr: false });

const ICONS: Record<Act, LucideIcon> = {
  accept: Hand,
  process: ClipboardCheck,
  confirm: CircleCheck,
  return: RotateCcw,
  rate: Star,
  release: Undo2,
  cancel: Ban,
};

type ActsProps = { order: WorkOrderDto; onDone: () => void };

/** Does an act, after its dialog if it asks for something. Says who was faster, and shows the order as it is now. */
function useActs({ order, onDone }: ActsProps) {
  const t = useTranslations("workOrder.act");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [pending, setPending] = useState(false);
  const done = (act: Act) => {
    setAsking(null);
    showToast("normal", t(`${act}.done`, { number: order.number }));
    onDone();
  };
  const choose = async (act: Act) => {
    if (asks(act)) return setAsking(act);
    setPending(true);
    try {
      await sendAct(order.id, act, {});
      done(act);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key), error.requestId);
      onDone();
    } finally {
      setPending(false);
    }
  };
  const dialog = asking && (
    <ActDialog act={asking} order={order} onClose={() => setAsking(null)} onDone={() => done(asking)} />
  );
  return { choose: (act: Act) => void choose(act), pending, dialog };
}

/** What the reader can do with an order now, as buttons. */
export function ActButtons(props: ActsProps) {
  const t = useTranslations("workOrder.act");
  const { choose, pending, dialog } = useActs(props);
  return (
    <>
      {props.order.acts.map((act, place) => {
        const Icon = ICONS[act];
        return (
          <Button
            key={act}
            variant={place === 0 && act !== "cancel" ? "primary" : "secondary"}
            disabled={pending}
            onClick={() => choose(act)}
          >
            <Icon aria-hidden="true" />
            {t(`${act}.action`)}
          </Button>
        );
      })}
      {dialog}
    </>
  );
}

/** The same for a row of the list. */
export function RowActs(props: ActsProps) {
  const t = useTranslations("workOrder.act");
  const { choose, dialog } = useActs(props);
  const { acts, number: name } = props.order;
  const [first, ...others] = acts;
  if (!first) return null;
  return (
    <>
      <RowMenu
        first={{
          ...{ icon: ICONS[first], label: t(`${first}.action`) },
          labelOf: t("of", { act: t(`${first}.action`), name }),
          onClick: () => choose(first),
        }}
        moreLabel={t("more", { name })}
        actions={others.map((verb) => ({
          ...{ verb, label: t(`${verb}.action`), icon: ICONS[verb] },
          isDestructive: verb === "cancel",
        }))}
        onAction={choose}
      />
      {dialog}
    </>
  );
}
