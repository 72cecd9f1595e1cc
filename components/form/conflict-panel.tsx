"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { formatInstant } from "@/lib/datetime/format";
import { valueText } from "@/lib/i18n/value-text";
import type { Conflict, Values, Written } from "./conflict";
import { choiceText, fieldLabel } from "./field-texts";

type ConflictPanelProps = {
  conflict: Conflict;
  /** How the form writes its values. */
  written: Written<Values>;
  /** Why the last save with these decisions was refused. */
  issues: readonly string[];
  onTake: (field: string, isTaken: boolean) => void;
  /** Back to the form, which then replaces what the others changed. */
  onEdit: () => void;
};

/** What somebody else changed while the form was open, field by field, with the decision whose value is saved. */
export function ConflictPanel({ conflict, written, issues, onTake, onEdit }: ConflictPanelProps) {
  const t = useTranslations("common.conflict");
  const panel = useRef<HTMLElement>(null);
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const { changes, mine, theirs, taken } = conflict;
  const last = changes.toSorted((a, b) => b.at.localeCompare(a.at))[0];
  const isOne = changes.every(({ by }) => by === last?.by);
  const when = useWhen();
  useEffect(() => {
    const around = panel.current?.closest('form, [role="dialog"]');
    setForm(around instanceof HTMLFormElement ? around : (around?.querySelector("form") ?? null));
    panel.current?.focus();
  }, []);

  const plainText = (field: string, value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (Array.isArray(value) && value.length > 0) return value.map((one) => plainText(field, one)).join(", ");
    return (form && choiceText(form, field, value)) ?? valueText(value);
  };
  const textOf = (field: string, values: Values): string =>
    written[field]?.(values[field], values) ?? plainText(field, values[field]);
  return (
    <section ref={panel} tabIndex={-1} data-conflict className="mb-4 flex flex-col gap-3 outline-none">
      <Alert
        tone="warning"
        title={last ? t("title", { name: last.by ?? t("system"), time: when(last.at) }) : t("other")}
      >
        {t(changes.length > 0 ? "text" : "none")}
      </Alert>
      {issues.length > 0 && (
        <Alert tone="critical">
          <span className="whitespace-pre-line">{issues.join("\n")}</span>
        </Alert>
      )}
      {form && changes.length > 0 && (
        <ul className="flex flex-col gap-3">
          {changes.map((change) => (
            <li key={change.field}>
              <Row
                label={fieldLabel(form, change.field) ?? change.label ?? change.field}
                note={isOne ? undefined : `${change.by ?? t("system")}, ${when(change.at)}`}
                mine={textOf(change.field, mine)}
                theirs={change.text ?? textOf(change.field, theirs)}
                isTaken={taken.has(change.field)}
                onTake={(isTaken) => onTake(change.field, isTaken)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button className="self-start" onClick={onEdit}>
        {t("edit")}
      </Button>
    </section>
  );
}

/** An instant by the clock of the browser: the panel appears only after an action of the user. */
function useWhen() {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (at: string) => formatInstant(new Date(at), new Date(), { locale, timeZone });
}

type RowProps = {
  label: string;
  note: string | undefined;
  mine: string;
  theirs: string;
  isTaken: boolean;
  onTake: (isTaken: boolean) => void;
};

/** One field: both values, of which one is chosen. */
function Row({ label, note, mine, theirs, isTaken, onTake }: RowProps) {
  const t = useTranslations("common.conflict");
  const name = useId();
  const choice = (isTheirs: boolean) => (
    <label className="flex min-w-0 cursor-pointer items-start gap-2 rounded-md border px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <input
        type="radio"
        name={name}
        checked={isTaken === isTheirs}
        onChange={() => onTake(isTheirs)}
        className="mt-1 shrink-0 accent-primary outline-none"
      />
      <span className="min-w-0">
        <span className="block font-medium text-sm">{t(isTheirs ? "take" : "keep")}</span>
        <span className="wrap-anywhere line-clamp-10 whitespace-pre-line text-muted-foreground text-sm">
          <span className="sr-only">{t(isTheirs ? "theirs" : "mine")} </span>
          {isTheirs ? theirs : mine}
        </span>
      </span>
    </label>
  );
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">
        {label}
        {note && <span className="ml-2 font-normal text-muted-foreground text-xs">{note}</span>}
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choice(false)}
        {choice(true)}
      </div>
    </fieldset>
  );
}
