"use client";

import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";

/** Stands where a map will be while its parts are loaded: what `dynamic` shows. */
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

/** Stands where a browser cannot draw a map; `children` say where the same is told otherwise. */
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
