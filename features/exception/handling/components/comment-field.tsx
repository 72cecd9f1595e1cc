"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { SUGGESTIONS, TEXT_LENGTH } from "../rules";

type CommentFieldProps = { issue: string | undefined; autoFocus?: boolean };

/** The comment of an acknowledgement, with common sentences to tap, for use at night on a phone. */
export function CommentField({ issue, autoFocus = false }: CommentFieldProps) {
  const t = useTranslations("exception.acknowledge");
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  // Dispatched like typed input, so that the surrounding forms receive the same event.
  const suggest = (sentence: string) => {
    const next = text.trim() ? `${text.trim()} ${sentence}` : sentence;
    box.current?.setRangeText(next.slice(0, TEXT_LENGTH), 0, text.length, "end");
    box.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t("comment")}
        required
        issue={issue}
        hint={t("length", { length: text.length, maximum: TEXT_LENGTH })}
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
        <legend className="sr-only">{t("suggestions")}</legend>
        {SUGGESTIONS.map((name) => (
          <Button
            key={name}
            size="sm"
            className="h-auto min-h-control-sm whitespace-normal py-1 text-left font-normal"
            onClick={() => suggest(t(`suggestion.${name}`))}
          >
            {t(`suggestion.${name}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
