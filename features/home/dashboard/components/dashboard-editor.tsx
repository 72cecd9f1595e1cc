"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { StepButtons } from "@/components/history/step-buttons";
import { useHistory } from "@/components/history/use-history";
import { EmptyState } from "@/components/layout/empty-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card as Box } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { saveDashboard, useContents } from "../client";
import { freeId, freePlace, MAXIMUM_CARDS } from "../rules";
import type { Card, ContentDto, DashboardDto } from "../schema";
import { FIRST_SIZE } from "../schema";
import type { Surroundings } from "./card-body";
import { EditGrid } from "./edit-grid";

const CardDialog = dynamic(() => import("./card-dialog").then((module) => module.CardDialog), { ssr: false });

type DashboardEditorProps = Surroundings & {
  dashboard: DashboardDto;
  contents: ContentDto | null;
  mayNodes: boolean;
  onClose: (isSaved: boolean) => void;
};

/** The dashboard editor: nothing is stored before saving, and every step can be undone. */
export function DashboardEditor({ dashboard, contents, mayNodes, onClose, ...surroundings }: DashboardEditorProps) {
  const t = useTranslations("home.dashboard");
  const tCommon = useTranslations("common");
  const tError = useTranslations("error");
  const history = useHistory<readonly Card[]>(dashboard.cards);
  const [name, setName] = useState(dashboard.name);
  const [asked, setAsked] = useState<Card | "new" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { value: cards, change } = history;
  const isChanged = cards !== dashboard.cards || name !== dashboard.name;
  useUnsavedGuard(isChanged && !isSaving);
  const current = useContents({ cards, first: null, now: surroundings.now }) ?? contents ?? undefined;

  const save = async () => {
    setFailure(null);
    setSaving(true);
    try {
      await saveDashboard({ ...dashboard, name, cards: [...cards] });
      showToast("normal", t("saved"));
      onClose(true);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setSaving(false);
      const isName = error.issues.some(({ path }) => path === "name");
      setFailure(isName ? t("nameWrong") : error.key === "RECORD_CHANGED" ? t("conflict") : tError(error.key));
    }
  };
  const done = ({ title, show }: Pick<Card, "title" | "show">) => {
    if (asked === "new") {
      const place = freePlace(cards, FIRST_SIZE[show.kind]);
      change([...cards, { id: freeId(cards), title, ...place, show }]);
    } else if (asked) change(cards.map((card) => (card.id === asked.id ? { ...card, title, show } : card)));
    setAsked(null);
  };
  const isFull = cards.length >= MAXIMUM_CARDS;
  return (
    <section
      aria-label={t("arrange", { name: dashboard.name })}
      className="flex flex-col gap-3"
      onKeyDown={history.onKeyDown}
    >
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-lg border bg-card p-2">
        <Input
          aria-label={t("name")}
          value={name}
          maxLength={40}
          className="w-56 max-sm:w-full"
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          onClick={() => setAsked("new")}
          disabled={isFull}
          title={isFull ? t("full", { count: MAXIMUM_CARDS }) : undefined}
        >
          <Plus aria-hidden="true" />
          {t("addCard")}
        </Button>
        <StepButtons steps={history} variant="ghost" />
        <span className="ml-auto flex items-center gap-2">
          {isLeaving ? (
            <>
              <span role="alert" className="text-sm">
                {tCommon("form.unsaved")}
              </span>
              <Button onClick={() => setLeaving(false)}>{tCommon("form.keepEditing")}</Button>
              <Button variant="destructive" onClick={() => onClose(false)}>
                {tCommon("form.discard")}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => (isChanged ? setLeaving(true) : onClose(false))}>
                {tCommon("action.cancel")}
              </Button>
              <Button variant="primary" loading={isSaving} onClick={() => void save()}>
                {tCommon("action.save")}
              </Button>
            </>
          )}
        </span>
      </div>
      {failure && <Alert tone="critical">{failure}</Alert>}
      {isFull && <p className="text-muted-foreground text-sm">{t("full", { count: MAXIMUM_CARDS })}</p>}
      <p className="text-muted-foreground text-xs max-md:hidden">{t("hint")}</p>
      {cards.length === 0 ? (
        <Box>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </Box>
      ) : (
        <EditGrid cards={cards} contents={current} {...surroundings} onChange={change} onConfigure={setAsked} />
      )}
      {asked && (
        <CardDialog
          card={asked === "new" ? null : asked}
          mayNodes={mayNodes}
          onClose={() => setAsked(null)}
          onDone={done}
        />
      )}
    </section>
  );
}
