"use client";

import { Rows2, Rows4 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { type Density, savePreference } from "@/lib/preference/preference";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = (): Density => (document.documentElement.dataset.density === "compact" ? "compact" : "comfortable");

/** Toggles comfortable and compact density for all tables and controls of the console. */
export function DensityToggle() {
  const t = useTranslations("common.table");
  const density = useSyncExternalStore(subscribe, read, (): Density => "comfortable");
  const next: Density = density === "compact" ? "comfortable" : "compact";
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t(next)}
      title={t(next)}
      onClick={() => {
        document.documentElement.dataset.density = next;
        savePreference("density", next);
        for (const listener of listeners) listener();
      }}
    >
      {density === "compact" ? <Rows2 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
    </Button>
  );
}
