"use client";

import { Search, SlidersHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState, useTransition } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { useRouter } from "@/lib/i18n/navigation";
import { type Criterion, namesOf } from "./criterion";
import { CriterionControl } from "./criterion-control";

type SearchBarProps = {
  /** Path without the locale. */
  path: string;
  criteria: readonly Criterion[];
  /** The current query of the address. */
  values: Readonly<Record<string, string | undefined>>;
  /** Parameters that are not criteria but are preserved: sorting, page size. */
  keep?: readonly string[];
  timeZone: string;
  now: number;
};

/** The visible placeholder length in letters of both field widths; a Chinese or Japanese character counts as two. */
const LETTERS = { narrow: 20, usual: 28 };
const lettersOf = (hint: string): number => hint.replace(/[\u3000-\uffef]/g, "xx").length;

/** A range needs room for two instants, a text field for its placeholder. */
function widthOf(criterion: Criterion): string {
  if (criterion.kind === "datetimerange") return "sm:w-72";
  const letters = criterion.kind === "text" ? lettersOf(criterion.placeholder ?? "") : 0;
  return letters > LETTERS.usual ? "sm:w-72" : letters > LETTERS.narrow ? "sm:w-60" : "sm:w-44";
}

/** The criteria of a list; submitting writes them to the address. On a phone all but the first are collapsed. */
export function SearchBar({
  path,
  criteria,
  values,
  keep = ["sort", "dir", "iDisplayLength"],
  timeZone,
  now,
}: SearchBarProps) {
  const t = useTranslations("common.search");
  const router = useRouter();
  const id = useId();
  const [pending, startTransition] = useTransition();
  const [open, setOpen] = useState(false);
  // On a phone the first field and the buttons share a row, unless the field is a range, which needs the full row.
  const isOneRow = !open && criteria[0]?.kind !== "datetimerange";
  const active = criteria.flatMap(namesOf).filter((name) => values[name]).length;
  const kept = keep.flatMap((name) => (values[name] ? [[name, values[name]] as [string, string]] : []));
  const resetHref = kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams(kept);
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === "string" && value.trim()) query.append(name, value.trim());
    }
    startTransition(() => router.push(query.size > 0 ? `${path}?${query}` : path, { scroll: false }));
  };
  return (
    // The key resets the inputs when the address changes, including back navigation.
    <search key={JSON.stringify(values)}>
      <form
        onSubmit={submit}
        className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3 max-sm:gap-y-3"
      >
        {criteria.map((criterion, index) => (
          <div
            key={criterion.name}
            // What is not chosen is not printed.
            data-empty={namesOf(criterion).some((name) => values[name]) ? undefined : ""}
            className={cn(
              "flex min-w-0 flex-col gap-1",
              isOneRow ? "max-sm:flex-1" : "max-sm:w-full",
              widthOf(criterion),
              index > 0 && !open && "max-sm:hidden",
            )}
          >
            <Label htmlFor={`${id}-${criterion.name}`} className="text-muted-foreground text-xs">
              {criterion.label}
            </Label>
            <CriterionControl
              id={`${id}-${criterion.name}`}
              criterion={criterion}
              values={values}
              timeZone={timeZone}
              now={now}
            />
          </div>
        ))}
        <div className={cn("flex items-center gap-2", !isOneRow && "max-sm:w-full")}>
          <Button
            type="submit"
            variant="primary"
            loading={pending}
            className={isOneRow ? "max-sm:w-control max-sm:px-0" : "max-sm:flex-1"}
          >
            {!pending && <Search aria-hidden="true" />}
            <span className={cn(isOneRow && "max-sm:sr-only")}>{t("search")}</span>
          </Button>
          {active > 0 && (
            <ButtonLink
              href={resetHref}
              variant="ghost"
              prefetch={false}
              scroll={false}
              className={cn(isOneRow && "max-sm:w-control max-sm:px-0")}
            >
              {isOneRow && <X aria-hidden="true" className="sm:hidden" />}
              <span className={cn(isOneRow && "max-sm:sr-only")}>{t("reset")}</span>
            </ButtonLink>
          )}
          {criteria.length > 1 && (
            <Button
              size="icon"
              className="sm:hidden"
              aria-expanded={open}
              aria-label={t("criteria")}
              onClick={() => setOpen(!open)}
            >
              <SlidersHorizontal aria-hidden="true" />
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}
