"use client";

import { type FormEvent, useRef, useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { controlLook } from "@/components/ui/control-class";
import { Spinner } from "@/components/ui/spinner";
import { ToneIcon } from "@/components/value/tone-icon";
import { callService, ServiceError } from "@/lib/http/call-service";
import { hasControlCharacter } from "@/lib/validation/control-characters";
import { TEXT_LENGTH } from "../../handling/rules";

/** Passed as props, because a translator would be too heavy for a page opened once. */
type LinkFormTexts = {
  comment: string;
  suggestions: string;
  suggestion: readonly string[];
  submit: string;
  /** Contains `{length}`. */
  length: string;
  required: string;
  control: string;
  refusals: Record<string, string>;
};

const PATH = "/service/exceptionLink";

/** Acknowledges with a comment, or by tapping a common sentence, for use at night with one thumb. */
export function LinkForm({ linkKey, texts }: { linkKey: string; texts: LinkFormTexts }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState("");
  const [issue, setIssue] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(false);

  const write = (text: string) => {
    setComment(text.slice(0, TEXT_LENGTH));
    setIssue(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = comment.trim() === "" ? texts.required : hasControlCharacter(comment) ? texts.control : undefined;
    setIssue(wrong);
    if (wrong) return box.current?.focus();
    setPending(true);
    setRefusal(undefined);
    try {
      await callService(PATH, { method: "POST", body: { key: linkKey, comment } });
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
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor="comment" className="font-medium text-sm">
          {texts.comment}
          <span aria-hidden="true" className="ml-0.5 text-critical">
            *
          </span>
        </label>
        <textarea
          ref={box}
          id="comment"
          name="comment"
          required
          maxLength={TEXT_LENGTH}
          value={comment}
          onChange={(event) => write(event.target.value)}
          aria-invalid={issue ? true : undefined}
          aria-describedby="comment-note"
          className={`${controlLook} field-sizing-content max-h-64 min-h-20 px-2.5 py-1.5`}
        />
        <p
          id="comment-note"
          className={`flex items-start gap-1 text-xs ${issue ? "text-critical" : "text-muted-foreground"}`}
        >
          {issue && <ToneIcon tone="critical" className="mt-px size-3.5" />}
          {issue ?? texts.length.replace("{length}", String(comment.length))}
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{texts.suggestions}</legend>
        {texts.suggestion.map((sentence) => (
          <button
            key={sentence}
            type="button"
            onClick={() => write(comment.trim() ? `${comment.trim()} ${sentence}` : sentence)}
            className={buttonVariants({
              size: "sm",
              className: "h-auto min-h-control-sm whitespace-normal py-1 text-left font-normal",
            })}
          >
            {sentence}
          </button>
        ))}
      </fieldset>
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
