import { Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Steps } from "./use-history";

type StepButtonsProps = { steps: Steps; variant?: "ghost" };

/** Undo and redo buttons. */
export function StepButtons({ steps: { undo, redo, canUndo, canRedo }, variant }: StepButtonsProps) {
  const t = useTranslations("common.action");
  const look = { size: "icon" as const, ...(variant && { variant }) };
  return (
    <>
      <Button {...look} aria-label={t("undo")} title={t("undo")} disabled={!canUndo} onClick={undo}>
        <Undo2 aria-hidden="true" />
      </Button>
      <Button {...look} aria-label={t("redo")} title={t("redo")} disabled={!canRedo} onClick={redo}>
        <Redo2 aria-hidden="true" />
      </Button>
    </>
  );
}
