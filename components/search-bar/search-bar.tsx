"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { use, useEffect, useId, useRef, useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { Spinner } from "@/components/ui/spinner";
import { AddCriterion } from "./add-criterion";
import { type Criterion, FEW, namesOf } from "./criterion";
import { CriterionControl } from "./criterion-control";
import { SearchExtras } from "./search-extras";
import { useInstantSearch } from "./use-instant-search";

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
  if (criterion.kind !== "text") return "sm:w-44";
  const letters = lettersOf(criterion.placeholder ?? criterion.label);
  return letters > LETTERS.usual ? "sm:w-72" : letters > LETTERS.narrow ? "sm:w-64" : "sm:w-56";
}

/**
 * The criteria of a list: its text field, and a chip for each other one. A change is written to the address at once;
 * criteria that are not in use are behind a button.
 */
export function SearchBar({
  path,
  criteria,
  values,
  keep = ["sort", "dir", "iDisplayLength"],
  timeZone,
  now,
}: SearchBarProps) {
  const t = useTranslations("common.search");
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const Extras = use(SearchExtras);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [focused, setFocused] = useState<string | null>(null);
  const kept = keep.flatMap((name) => (values[name] ? [[name, values[name]] as const] : []));
  const names = criteria.flatMap(namesOf);
  const { pending, epoch, apply, drop, formProps } = useInstantSearch({ form, path, names, values, kept });

  const isActive = (criterion: Criterion) => namesOf(criterion).some((name) => values[name]);
  const isPinned = (criterion: Criterion) =>
    criteria.length <= FEW || criterion.isPinned === true || criterion.kind === "datetimerange";
  const field = criteria.find(({ kind }) => kind === "text");
  const others = criteria.filter((criterion) => criterion !== field);
  const shown = others.filter((one) => isPinned(one) || isActive(one) || added.includes(one.name));
  const query = new URLSearchParams([
    ...kept.map(([name, value]) => [name, value]),
    ...names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  ]).toString();

  useEffect(() => {
    const element = form.current;
    if (focused === null || !element) return;
    const focusControl = () => {
      const control = element.querySelector<HTMLElement>(
        `[data-criterion="${focused}"] > div :is(input:not([type=hidden]), select, button)`,
      );
      if (!control) return false;
      control.focus();
      setFocused(null);
      return true;
    };
    if (focusControl()) return;
    // The control is still loading; the focus stays with the user if they have moved it in the meantime.
    const before = document.activeElement;
    const observer = new MutationObserver(() => {
      const current = document.activeElement;
      if (current !== before && current !== document.body) setFocused(null);
      else focusControl();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [focused]);

  const controlOf = (criterion: Criterion) => (
    <CriterionControl
      id={`${id}-${criterion.name}`}
      criterion={criterion}
      values={values}
      timeZone={timeZone}
      now={now}
      onApply={apply}
    />
  );
  return (
    <search>
      <form
        ref={form}
        {...formProps}
        onChange={(event) => {
          // A criterion that is emptied stays until it is removed.
          setAdded([...new Set([...added, ...shown.map(({ name }) => name)])]);
          formProps.onChange(event);
        }}
        className="flex flex-wrap items-center gap-2"
      >
        {field && (
          <div
            key={`${field.name} ${epoch}`}
            data-search-field=""
            data-empty={isActive(field) ? undefined : ""}
            className={cn("relative max-sm:w-full [&_input]:pl-8", widthOf(field))}
          >
            <Label htmlFor={`${id}-${field.name}`} className="sr-only">
              {field.label}
            </Label>
            {pending ? (
              <Spinner className="-translate-y-1/2 absolute top-1/2 left-2.5 size-4" />
            ) : (
              <Search
                aria-hidden="true"
                className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted-foreground"
              />
            )}
            {controlOf(field)}
          </div>
        )}
        {shown.map((criterion) => (
          <div
            key={`${criterion.name} ${epoch}`}
            data-criterion={criterion.name}
            // What is not chosen is not printed.
            data-empty={isActive(criterion) ? undefined : ""}
            className="flex min-w-0 items-center gap-1.5 rounded-md bg-muted pl-2 max-sm:w-full"
          >
            <Label htmlFor={`${id}-${criterion.name}`} className="shrink-0 text-muted-foreground text-xs">
              {criterion.label}
            </Label>
            <div className={cn("min-w-0 max-sm:flex-1", widthOf(criterion))}>{controlOf(criterion)}</div>
            {!isPinned(criterion) && (
              <button
                type="button"
                data-print="hide"
                aria-label={t("remove", { label: criterion.label })}
                title={t("remove", { label: criterion.label })}
                className="grid h-control w-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:text-foreground"
                onClick={() => {
                  setAdded(added.filter((name) => name !== criterion.name));
                  drop(namesOf(criterion));
                }}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            )}
          </div>
        ))}
        <div data-print="hide" className="flex items-center gap-1">
          <AddCriterion
            criteria={others.filter((criterion) => !shown.includes(criterion))}
            onAdd={(name) => {
              setAdded([...added, name]);
              setFocused(name);
            }}
          />
          {criteria.some(isActive) && (
            <ButtonLink
              href={
                kept.length > 0 ? `${path}?${new URLSearchParams(kept.map(([name, value]) => [name, value]))}` : path
              }
              variant="ghost"
              prefetch={false}
              scroll={false}
              onClick={() => setAdded([])}
            >
              {t("reset")}
            </ButtonLink>
          )}
          {Extras && <Extras path={path} query={query} />}
        </div>
      </form>
    </search>
  );
}
