"use client";

import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { Spinner } from "@/components/ui/spinner";

/** The placeholder while the map is loaded, for `dynamic`. */
export function MapLoading() {
  const t = useTranslations("common.map");
  return (
    <div className="grid size-full place-items-center bg-map-sea text-muted-foreground">
      <span className="flex items-center gap-2 rounded-md bg-card/85 px-3 py-2 text-sm">
        <Spinner />
        {t("loading")}
      </span>
    </div>
  );
}

/** Shown if the browser cannot draw maps; `children` say where the same information is available. */
export function MapMissing({ children }: { children?: ReactNode }) {
  const t = useTranslations("common.map");
  return (
    <div className="grid size-full place-items-center bg-muted">
      <EmptyState icon={<MapPinOff aria-hidden="true" />} title={t("missing")}>
        {children ?? t("missingHint")}
      </EmptyState>
    </div>
  );
}
