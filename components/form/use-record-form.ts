import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { z } from "zod";
import type { Issue } from "@/lib/errors";
import { ServiceError } from "@/lib/http/call-service";
import { type ErrorTexts, issueText } from "@/lib/i18n/issue-text";
import { issuesOf } from "@/lib/validation/issues";

type Options<S extends z.ZodType, O> = {
  /** The schema that the server also uses: values that it refuses are not sent. */
  schema: S;
  /** Receives the output of the schema. */
  send: (values: z.output<S>) => Promise<O>;
  onDone: (result: O, values: z.output<S>) => void;
};

/**
 * Submits a form to the server: issues of the schema before sending and those of the server afterwards are shown beside
 * their fields, and errors of the record as a whole are in `error`.
 */
export function useRecordForm<S extends z.ZodType, O>({ schema, send, onDone }: Options<S, O>) {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const [pending, setPending] = useState(false);
  const textOf = useIssueText();
  // The fields that the form shows: an issue of any other field would not be visible.
  const shown = useRef(new Set<string>());
  const concerns = (path: string, issue: Issue) => issue.path === path || issue.path.startsWith(`${path}.`);

  const submit = async (values: unknown) => {
    const parsed = schema.safeParse(values);
    setRefusal(null);
    setIssues(parsed.success ? [] : issuesOf(parsed.error));
    if (!parsed.success) return;
    setPending(true);
    try {
      onDone(await send(parsed.data), parsed.data);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setIssues(error.issues);
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };

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
    get error(): string | undefined {
      if (!refusal && issues.length === 0) return undefined;
      const isSaid = (issue: Issue) => issue.path !== "" && [...shown.current].some((path) => concerns(path, issue));
      return issues.some(isSaid) ? undefined : tError(refusal?.key ?? "INVALID");
    },
  };
}

/** Returns the text of an issue. */
export function useIssueText() {
  const t = useTranslations("error");
  return (issue: Issue): string => issueText(t as unknown as ErrorTexts, issue);
}
