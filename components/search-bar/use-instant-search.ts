"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState, useTransition } from "react";
import { useRouter } from "@/lib/i18n/navigation";

/** The pause after which a text counts as typed; choices are applied at once. */
const TYPING_MS = 350;
const TYPED = /^(?:search|text|date|time|datetime-local)$/;

type InstantSearch = {
  form: RefObject<HTMLFormElement | null>;
  path: string;
  /** The query parameters of the criteria. */
  names: readonly string[];
  values: Readonly<Record<string, string | undefined>>;
  /** Parameters that are preserved, with their values. */
  kept: readonly (readonly [string, string])[];
};

/** The criteria of a form as a query, without empty ones and in the order of `names`. */
function criteriaOf(form: HTMLFormElement, names: readonly string[]): [string, string][] {
  const data = new FormData(form);
  return names.flatMap((name) =>
    data
      .getAll(name)
      .map((value) => (typeof value === "string" ? value.trim() : ""))
      .filter(Boolean)
      .map((value): [string, string] => [name, value]),
  );
}

/**
 * Writes the criteria of a form to the address whenever one changes. `epoch` counts how often the address changed in
 * another way, such as back or reset: with it as their key, the controls show the address again.
 */
export function useInstantSearch({ form, path, names, values, kept }: InstantSearch) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [epoch, setEpoch] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasShown = useRef(false);
  const shown = names.flatMap((name): [string, string][] => (values[name] ? [[name, values[name]]] : []));
  const shownQuery = new URLSearchParams(shown).toString();

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (pending || timer.current !== undefined || !form.current) return;
    const entered = new URLSearchParams(criteriaOf(form.current, names)).toString();
    const isFirst = !wasShown.current;
    wasShown.current = true;
    if (entered === shownQuery) return;
    // What is in use at first was chosen before this script ran.
    if (isFirst && form.current.contains(document.activeElement)) apply(0);
    else setEpoch((count) => count + 1);
  }, [shownQuery, pending]);

  const open = (criteria: [string, string][], isTyped: boolean) => {
    if (new URLSearchParams(criteria).toString() === shownQuery) return;
    const query = new URLSearchParams([...kept.map(([name, value]) => [name, value]), ...criteria]);
    const href = query.size > 0 ? `${path}?${query}` : path;
    // What is typed on is one step back, not one for each pause.
    const isSame = isTyped && criteria.length === shown.length;
    startTransition(() => {
      if (isSame) router.replace(href, { scroll: false });
      else router.push(href, { scroll: false });
    });
  };
  /** Applies what the form holds after a pause. */
  const apply = (pauseMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (form.current) open(criteriaOf(form.current, names), pauseMs > 0);
    }, pauseMs);
  };
  return {
    pending,
    epoch,
    apply: () => apply(0),
    /** Removes criteria from the address. */
    drop: (dropped: readonly string[]) =>
      open(
        shown.filter(([name]) => !dropped.includes(name)),
        false,
      ),
    formProps: {
      onChange({ target, nativeEvent }: FormEvent) {
        // Letters of an unfinished Chinese or Japanese word.
        if ((nativeEvent as InputEvent).isComposing) return;
        const isTyped = target instanceof HTMLInputElement && TYPED.test(target.type);
        // Controls of several parts announce a change before they show it.
        apply(isTyped ? TYPING_MS : 0);
      },
      onCompositionEnd: () => apply(TYPING_MS),
      onSubmit(event: FormEvent) {
        event.preventDefault();
        apply(0);
      },
    },
  };
}
