"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { SUGGESTIONS, TEXT_LENGTH } from "@/features/exception/handling/rules";
import { AcknowledgeInput } from "@/features/exception/handling/schema";
import { whatOf } from "@/features/exception/phrase.rules";
import { acknowledge, homeKeys } from "../home.client";

/** Acknowledges an exception, which stops repeated notices. */
export function AcknowledgeDialog({ row, onClose }: { row: ExceptionDto; onClose: () => void }) {
  const t = useTranslations("exception");
  const client = useQueryClient();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const form = useRecordForm({
    schema: AcknowledgeInput,
    send: acknowledge,
    onDone: () => {
      showToast("normal", t("acknowledge.done", { count: 1 }));
      void client.invalidateQueries({ queryKey: homeKeys.overview });
      onClose();
    },
  });
  // Fires the same event as typing, so that the surrounding dialog notices the change.
  const suggest = (sentence: string) => {
    const next = text.trim() ? `${text.trim()} ${sentence}` : sentence;
    box.current?.setRangeText(next.slice(0, TEXT_LENGTH), 0, text.length, "end");
    box.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <RecordDialog
      onClose={onClose}
      title={t("acknowledge.title", { count: 1 })}
      description={`${row.carrier?.name ?? row.device.name}: ${whatOf(row, t)}`}
      submitLabel={t("acknowledge.submit", { count: 1 })}
      pending={form.pending}
      error={form.error}
      onSubmit={() => void form.submit({ id: row.id, comment: text })}
    >
      <div className="flex flex-col gap-2">
        <Field
          label={t("acknowledge.comment")}
          required
          issue={form.issue("comment")}
          hint={t("acknowledge.length", { length: text.length, maximum: TEXT_LENGTH })}
        >
          {(control) => (
            <Textarea
              {...control}
              ref={box}
              maxLength={TEXT_LENGTH}
              value={text}
              className="min-h-16"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-1.5">
          {SUGGESTIONS.map((name) => (
            <Button
              key={name}
              size="sm"
              className="h-auto min-h-control-sm whitespace-normal py-1 text-left font-normal"
              onClick={() => suggest(t(`acknowledge.suggestion.${name}`))}
            >
              {t(`acknowledge.suggestion.${name}`)}
            </Button>
          ))}
        </div>
      </div>
    </RecordDialog>
  );
}
