"use client";

import { Map as MapIcon, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { StepButtons } from "@/components/history/step-buttons";
import { useHistory } from "@/components/history/use-history";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { PlanSurface, type PlanSurfaceHandle } from "@/components/plan/plan-surface";
import type { Point } from "@/components/plan/plan-view";
import { useDropOnto } from "@/components/plan/use-drop-onto";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { ServiceError } from "@/lib/http/call-service";
import { pictureUrl, removePicture, savePlacements } from "../client";
import { MAXIMUM_PLACED } from "../limits.rules";
import type { Candidate, PlacedCarrier, PlanDto } from "../schema";
import { CarrierList } from "./carrier-list";
import { EditorMarker } from "./editor-marker";
import { PictureButton } from "./picture-button";

/** The floor plan editor: the image and the carriers on it. Nothing is stored before saving. */
export function PlanEditor({ plan }: { plan: PlanDto }) {
  const t = useTranslations("scene.editor");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const keysId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<PlanSurfaceHandle>(null);
  const [picture, setPicture] = useState(plan.picture);
  const history = useHistory<readonly PlacedCarrier[]>(plan.items);
  const [saved, setSaved] = useState<readonly PlacedCarrier[]>(plan.items);
  const [pending, setPending] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { value: items, change } = history;
  const isUnsaved = items !== saved;
  useUnsavedGuard(isUnsaved);

  const put = ({ carrierId, name, type }: Candidate, at: Point) => {
    if (items.length >= MAXIMUM_PLACED) return showToast("critical", t("full", { limit: MAXIMUM_PLACED }));
    if (items.some((one) => one.carrierId === carrierId)) return;
    flushSync(() => change([...items, { carrierId, name, type, ...at }]));
    find(carrierId);
  };
  const move = (carrierId: number, to: Point, isHeld: boolean) =>
    change(
      items.map((one) => (one.carrierId === carrierId ? { ...one, ...to } : one)),
      isHeld ? `move ${carrierId}` : null,
    );
  const takeOff = (carrierId: number) => change(items.filter((one) => one.carrierId !== carrierId));
  const find = (carrierId: number) =>
    frame.current?.querySelector<HTMLElement>(`[data-marker="${carrierId}"]`)?.focus();
  const { carried, handlersOf } = useDropOnto<Candidate>(surface, put);

  const attempt = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key));
    } finally {
      setPending(false);
    }
  };
  const save = () =>
    attempt(async () => {
      await savePlacements(plan.id, items);
      setSaved(items);
      showToast("normal", t("saved"));
    });
  const dropPicture = () =>
    attempt(async () => {
      await removePicture(plan.id);
      const none: PlacedCarrier[] = [];
      setPicture(null);
      history.restart(none);
      setSaved(none);
      setRemoving(false);
      showToast("normal", t("removed"));
    });
  const onKeyDown = (event: KeyboardEvent) => {
    history.onKeyDown(event);
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";
    if (!isSave || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    save();
  };
  const upload = (
    <PictureButton sceneId={plan.id} isFirst={picture === null} onDone={(scene) => setPicture(scene.picture)} />
  );
  return (
    // Key bindings of the whole editor, regardless of the focused element.
    <section
      ref={frame}
      aria-label={t("surface", { name: plan.name })}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col gap-3"
    >
      <header className="flex flex-wrap items-center gap-2">
        <div className="mr-auto min-w-0 max-sm:basis-full">
          <p className="wrap-anywhere text-faint-foreground text-xs">{plan.path.join(" / ")}</p>
          <h2 className="wrap-anywhere font-semibold text-lg">{plan.name}</h2>
        </div>
        {picture && (
          <>
            {isUnsaved && (
              <span role="status" className="text-muted-foreground text-sm">
                {t("unsaved")}
              </span>
            )}
            <StepButtons steps={history} />
            {upload}
            <Button
              variant="destructive-ghost"
              size="icon"
              aria-label={t("removePicture")}
              title={t("removePicture")}
              onClick={() => setRemoving(true)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
            <ButtonLink href={`/plan?id=${plan.id}`} target="_blank" prefetch={false}>
              <MapIcon aria-hidden="true" />
              <span className="max-sm:sr-only">{t("live")}</span>
            </ButtonLink>
            <Button variant="primary" className="max-sm:w-full" disabled={!isUnsaved} loading={pending} onClick={save}>
              {t("save")}
            </Button>
          </>
        )}
      </header>
      {picture ? (
        <div className="grid min-h-0 flex-1 gap-3 max-md:grid-rows-[minmax(16rem,52dvh)_minmax(12rem,1fr)] md:grid-cols-[minmax(0,1fr)_18rem]">
          <PlanSurface
            handle={surface}
            label={t("surface", { name: plan.name })}
            picture={{ ...picture, src: pictureUrl(plan.id, picture.id), alt: t("surface", { name: plan.name }) }}
          >
            {items.map((one) => (
              <EditorMarker
                key={one.carrierId}
                carrier={one}
                surface={surface}
                keysId={keysId}
                onMove={(to, isHeld) => move(one.carrierId, to, isHeld)}
                onRemove={() => takeOff(one.carrierId)}
              />
            ))}
          </PlanSurface>
          <Card className="flex min-h-0 flex-col p-3">
            <CarrierList
              sceneId={plan.id}
              placed={new Set(items.map(({ carrierId }) => carrierId))}
              handlersOf={handlersOf}
              onPlace={(item) => put(item, surface.current?.middle() ?? { x: 0.5, y: 0.5 })}
              onFind={find}
              onTakeOff={takeOff}
            />
          </Card>
        </div>
      ) : (
        <Card className="grid flex-1 place-items-center">
          <EmptyState title={t("noPicture")} action={upload}>
            {t("noPictureHint")}
          </EmptyState>
        </Card>
      )}
      <p id={keysId} className="sr-only">
        {t("keys")}
      </p>
      {carried && (
        <span
          aria-hidden="true"
          className="-translate-x-1/2 -translate-y-1/2 pointer-events-none fixed z-50 grid size-8 place-items-center rounded-full border border-primary bg-card text-primary shadow-overlay"
          style={{ left: carried.x, top: carried.y }}
        >
          <CarrierIcon type={carried.item.type} />
        </span>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t("removeTitle", { name: plan.name })}
        description={t("removeHint", { count: items.length })}
        confirmLabel={t("removePicture")}
        destructive
        pending={pending}
        onConfirm={dropPicture}
      />
    </section>
  );
}
