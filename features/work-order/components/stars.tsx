"use client";

import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

const FIVE = [1, 2, 3, 4, 5] as const;

/** A rating as stars, with its number for screen readers. */
export function Stars({ stars }: { stars: number }) {
  const t = useTranslations("workOrder");
  return (
    <span role="img" aria-label={t("starsOf", { count: stars })} className="inline-flex items-center gap-0.5">
      {FIVE.map((number) => (
        <Star
          key={number}
          aria-hidden="true"
          className={cn("size-4", number <= stars ? "fill-current text-warning" : "text-faint-foreground")}
        />
      ))}
    </span>
  );
}

/** One to five stars as radio buttons. */
export function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  const t = useTranslations("workOrder");
  return (
    <fieldset className="flex gap-1">
      <legend className="mb-1 font-medium text-sm">{t("field.stars")}</legend>
      {FIVE.map((number) => (
        <label
          key={number}
          className="relative grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="stars"
            value={number}
            checked={number === value}
            onChange={() => onChange(number)}
            aria-label={t("starsOf", { count: number })}
            className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
          />
          <Star
            aria-hidden="true"
            className={cn("size-7", number <= value ? "fill-current text-warning" : "text-faint-foreground")}
          />
        </label>
      ))}
    </fieldset>
  );
}
