import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { z } from "zod";
import type { Issue } from "@/lib/errors";
import { ServiceError } from "@/lib/http/call-service";
import { issuesOf } from "@/lib/validation/issues";

type Options<S extends z.ZodType, O> = {
  /** What the server parses as well: what it refuses is not sent. */
  schema: S;
  /** Gets what the schema made of the values. */
  send: (values: z.output<S>) => Promise<O>;
  onDone: (result: O, values: z.output<S>) => void;
};

/**
 * The way of a form from its values to the server and back: issues of the schema before sending, those of the server
 * after, each as a text beside its field; what concerns the record as a whole comes as `error`.
 */
export function useRecordForm<S extends z.ZodType, O>({ schema, send, onDone }: Options<S, O>) {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const [pending, setPending] = useState(false);
  const textOf = useIssueText();
  // The fields that the form shows: an issue of any other would be said nowhere.
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
    /** Why the record was refused, where no field that is shown says it. */
    get error(): string | undefined {
      if (!refusal && issues.length === 0) return undefined;
      const isSaid = (issue: Issue) => issue.path !== "" && [...shown.current].some((path) => concerns(path, issue));
      return issues.some(isSaid) ? undefined : tError(refusal?.key ?? "INVALID");
    },
  };
}

/** The text of an issue: that of its rule, or of the error that it is named after. */
export function useIssueText() {
  const t = useTranslations("error");
  return ({ rule, limit, unit, names }: Issue): string => {
    const key = unit && t.has(`rule.${rule}_${unit}`) ? `${rule}_${unit}` : rule;
    if (t.has(`rule.${key}`)) return t(`rule.${key}`, { limit: limit ?? 0, names: names ?? "" });
    return t.has(rule) ? t(rule) : t("rule.custom");
  };
}
