import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import type { Issue } from "@/lib/errors";
import { ServiceError } from "@/lib/http/call-service";
import { type ErrorTexts, issueText } from "@/lib/i18n/issue-text";
import { useValueLocale } from "@/lib/units/units-context";
import { issuesOf } from "@/lib/validation/issues";
import { type Conflict, conflictOf, resolved, standing, type Values, type Written } from "./conflict";

// Loaded when two people have changed one record.
const ConflictPanel = dynamic(() => import("./conflict-panel").then((module) => module.ConflictPanel), { ssr: false });

/** A record that may have changed while the form was open. */
type Versioned = { version: number };

type Options<S extends z.ZodType, O> = {
  /** The schema that the server also uses: values that it refuses are not sent. */
  schema: S;
  /** The record as it was opened; null or absent for a new one. Its version is sent with the values. */
  record?: Versioned | null | undefined;
  /** How the form writes values beside those of others; see `Written`. */
  written?: Written<z.output<S>>;
  /** Receives the output of the schema, and the version of the record. */
  send: (values: z.output<S>) => Promise<O>;
  onDone: (result: O, values: z.output<S>) => void;
};

/**
 * Submits a form to the server: issues of the schema before sending and those of the server afterwards are shown beside
 * their fields, and errors of the record as a whole are in `error`. If somebody else changed the record meanwhile, it is
 * what they changed, and the next save is made with the user's decisions.
 */
export function useRecordForm<S extends z.ZodType, O>({ schema, record, written, send, onDone }: Options<S, O>) {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const [pending, setPending] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // Back in the form, the decisions stand for what the user does not change any more.
  const [isEditing, setIsEditing] = useState(false);
  const decidedFor = useRef<unknown>(null);
  // The version whose changes the user has seen; null: that of the record as it was opened.
  const [seen, setSeen] = useState<number | null>(null);
  // As it was opened: a refetch changes the record, but not what the form shows.
  const [opened, setOpened] = useState(record);
  if (!opened && record) setOpened(record);
  const textOf = useIssueText();
  // The fields that the form shows: an issue of any other field would not be visible.
  const shown = useRef(new Set<string>());
  const concerns = (path: string, issue: Issue) => issue.path === path || issue.path.startsWith(`${path}.`);

  const submit = async (values: unknown) => {
    const decided = conflict && standing(conflict, values, decidedFor.current);
    const parsed = schema.safeParse(decided ? resolved(values, decided) : values);
    setRefusal(null);
    setIssues(parsed.success ? [] : issuesOf(parsed.error));
    if (!parsed.success) return;
    setPending(true);
    try {
      const version = seen ?? opened?.version;
      const sent = version === undefined ? parsed.data : { ...(parsed.data as object), version };
      const result = await send(sent as z.output<S>);
      setConflict(null);
      onDone(result, parsed.data);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.changed && opened) {
        setSeen(error.changed.version);
        setIsEditing(false);
        decidedFor.current = values;
        setConflict(conflictOf(error.changed, parsed.data as Values, opened as Values & Versioned, decided));
        return;
      }
      setIssues(error.issues);
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };

  const take = (field: string, isTaken: boolean) =>
    setConflict((now) => now && { ...now, taken: withField(now.taken, field, isTaken) });

  const tError = useTranslations("error");
  return {
    submit,
    pending,
    issues,
    refusal,
    /** The text of the first issue of a field, or of its parts with `prefix.*`. */
    issue: (path: string): string | undefined => {
      shown.current.add(path);
      const found = issues.find((issue) => concerns(path, issue));
      return found && textOf(found);
    },
    /** Why the record was refused, unless a visible field shows it. */
    get error(): ReactNode {
      if (conflict && !isEditing)
        return (
          <ConflictPanel
            conflict={conflict}
            written={(written ?? {}) as Written<Values>}
            issues={issues.length > 0 ? issues.map(textOf) : refusal ? [tError(refusal.key)] : []}
            onTake={take}
            onEdit={() => setIsEditing(true)}
          />
        );
      if (!refusal && issues.length === 0) return undefined;
      const isSaid = (issue: Issue) => issue.path !== "" && [...shown.current].some((path) => concerns(path, issue));
      return issues.some(isSaid) ? undefined : tError(refusal?.key ?? "INVALID");
    },
  };
}

function withField(fields: ReadonlySet<string>, field: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(fields);
  if (isIn) next.add(field);
  else next.delete(field);
  return next;
}

/** Returns the text of an issue, with figures in the unit of the record that is shown. */
export function useIssueText() {
  const t = useTranslations("error");
  const locale = useValueLocale();
  return (issue: Issue): string => issueText(t as unknown as ErrorTexts, issue, locale);
}
