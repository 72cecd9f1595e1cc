"use client";

import { type FormEvent, useRef, useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { Spinner } from "@/components/ui/spinner";
import { callService, ServiceError } from "@/lib/http/call-service";
import { hasControlCharacter } from "@/lib/validation/control-characters";
import type { CauseDto } from "../../briefing/briefing.schema";
import { AcknowledgeFields, type AcknowledgeTexts, statementOf } from "../../handling/components/acknowledge-fields";

type LinkFormTexts = AcknowledgeTexts & {
  submit: string;
  required: string;
  control: string;
  refusals: Record<string, string>;
};

const PATH = "/service/exceptionLink";

type LinkFormProps = { linkKey: string; causes: readonly CauseDto[]; texts: LinkFormTexts };

/** Acknowledges with the fields of the console. */
export function LinkForm({ linkKey, causes, texts }: LinkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [issue, setIssue] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const statement = statementOf(new FormData(event.currentTarget as HTMLFormElement));
    const { comment } = statement;
    const wrong = comment.trim() === "" ? texts.required : hasControlCharacter(comment) ? texts.control : undefined;
    setIssue(wrong);
    if (wrong) return form.current?.querySelector("textarea")?.focus();
    setPending(true);
    setRefusal(undefined);
    try {
      await callService(PATH, { method: "POST", body: { key: linkKey, ...statement } });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const known = texts.refusals[error.key];
      setPending(known === undefined);
      if (known !== undefined) return setRefusal(known);
    }
    // The server renders the present state, also if someone else was faster or the link has expired.
    window.location.reload();
  };
  return (
    // With POST, a submit before hydration does not put the comment into the URL.
    <form
      ref={form}
      method="post"
      noValidate
      onChange={() => setIssue(undefined)}
      onSubmit={submit}
      className="flex flex-col gap-3"
    >
      <AcknowledgeFields texts={texts} causes={causes} issues={{ comment: issue }} />
      {refusal && (
        <p role="alert" className="rounded-md border border-critical-line bg-critical-soft px-3 py-2 text-critical">
          {refusal}
        </p>
      )}
      <button
        type="submit"
        disabled={pending}
        aria-busy={pending || undefined}
        className={buttonVariants({ variant: "primary", size: "lg", className: "w-full" })}
      >
        {pending && <Spinner />}
        {texts.submit}
      </button>
    </form>
  );
}
