"use client";

import { useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { CauseDto } from "../../briefing/briefing.schema";
import { TEXT_LENGTH } from "../rules";

/** Passed as props, because a translator would be too heavy for the page of a link, opened once. */
export type AcknowledgeTexts = {
  comment: string;
  /** Contains `{length}`. */
  length: string;
  suggestions: string;
  /** `cause`: the code of the reason that it names. */
  suggestion: readonly { text: string; cause: string | null }[];
  cause: string;
  noCause: string;
};

type AcknowledgeFieldsProps = {
  texts: AcknowledgeTexts;
  /** None: no cause can be given. */
  causes: readonly CauseDto[];
  issues: { comment?: string | undefined; reasonId?: string | undefined };
  autoFocus?: boolean;
};

/** What an acknowledgement says; `reasonId` is missing without a cause. */
export const statementOf = (form: FormData): { comment: string; reasonId?: number } => {
  const cause = Number(form.get("reasonId") ?? 0);
  return { comment: String(form.get("comment") ?? ""), ...(cause > 0 && { reasonId: cause }) };
};

/**
 * The comment of an acknowledgement, with common sentences to tap, for use at night with one thumb, and the cause if it
 * is known already.
 */
export function AcknowledgeFields({ texts, causes, issues, autoFocus = false }: AcknowledgeFieldsProps) {
  const [text, setText] = useState("");
  const [causeId, setCauseId] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  // Dispatched like typed input, so that the surrounding forms receive the same event.
  const suggest = ({ text: sentence, cause }: AcknowledgeTexts["suggestion"][number]) => {
    const named = cause && causes.find(({ code }) => code === cause);
    // A cause that was chosen already stays.
    if (named && causeId === "") setCauseId(String(named.id));
    const next = text.trim() ? `${text.trim()} ${sentence}` : sentence;
    box.current?.setRangeText(next.slice(0, TEXT_LENGTH), 0, text.length, "end");
    box.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={texts.comment}
        required
        issue={issues.comment}
        hint={texts.length.replace("{length}", String(text.length))}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={box}
            name="comment"
            autoFocus={autoFocus}
            maxLength={TEXT_LENGTH}
            value={text}
            className="min-h-16"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{texts.suggestions}</legend>
        {texts.suggestion.map((suggestion) => (
          <Button
            key={suggestion.text}
            size="sm"
            className="h-auto min-h-control-sm whitespace-normal py-1 text-left font-normal"
            onClick={() => suggest(suggestion)}
          >
            {suggestion.text}
          </Button>
        ))}
      </fieldset>
      {causes.length > 0 && (
        <Field label={texts.cause} issue={issues.reasonId}>
          {(control) => (
            <Select {...control} name="reasonId" value={causeId} onChange={(event) => setCauseId(event.target.value)}>
              <option value="">{texts.noCause}</option>
              {causes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
