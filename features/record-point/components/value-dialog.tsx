"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { DescriptionList } from "@/components/layout/description-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import { formatReading, unitOf } from "@/lib/units/format";
import { inputText, typedValue } from "@/lib/units/typed";
import { useValueLocale } from "@/lib/units/units-context";
import { commentValues, enterValue } from "../sheet.client";
import { CommentInput, EnterInput, type SheetDetailDto, type SheetValueDto, TEXT_LENGTH } from "../sheet.schema";
import { ValueMark } from "./sheet-cell";

type Mode = "view" | "enter" | "comment";

type ValueDialogProps = { sheet: SheetDetailDto; value: SheetValueDto; onClose: () => void; onDone: () => void };

/** One record: what is known of it, and its entry by hand or comment while the sheet is open. */
export function ValueDialog({ sheet, value, onClose, onDone }: ValueDialogProps) {
  const t = useTranslations("record");
  const tMeasure = useTranslations("carrier.measure");
  const [mode, setMode] = useState<Mode>("view");
  const title = `${tMeasure(value.measure)}, ${formatStamp(new Date(value.plannedAt), sheet).slice(0, 16)}`;
  const done = () => {
    showToast("normal", t("cell.saved"));
    onDone();
  };
  if (mode === "enter") return <EnterForm title={title} sheet={sheet} value={value} onClose={onClose} onDone={done} />;
  if (mode === "comment")
    return (
      <CommentForm
        title={title}
        sheetId={sheet.id}
        valueIds={[value.id]}
        comment={value.comment ?? ""}
        onClose={onClose}
        onDone={done}
      />
    );
  const mayEnter = sheet.actions.edit && (value.state === "missed" || value.state === "entered");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader title={title} />
        <DialogBody>
          <Facts value={value} timeZone={sheet.timeZone} />
        </DialogBody>
        {sheet.actions.edit && (
          <DialogFooter>
            <Button onClick={() => setMode("comment")}>{t("action.comment")}</Button>
            {mayEnter && (
              <Button variant="primary" onClick={() => setMode("enter")}>
                {t("action.enter")}
              </Button>
            )}
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Facts({ value, timeZone }: { value: SheetValueDto; timeZone: string }) {
  const t = useTranslations("record");
  const locale = useValueLocale();
  const stamp = (at: string) => formatStamp(new Date(at), { timeZone });
  const reading = (limit: number | null) => formatReading(limit, value.measure, locale).text;
  const { measuredAt, minimum, maximum, enteredBy, enteredAt, reason, comment, commentedBy, commentedAt, newerAt } =
    value;
  const distance = measuredAt && Math.abs(Date.parse(measuredAt) - Date.parse(value.plannedAt));
  const hasRange = minimum !== null || maximum !== null;
  const items = [
    { term: t("cell.state"), value: t(`state.${value.state}`) },
    {
      term: t("cell.planned"),
      value: `${stamp(value.plannedAt)} ${t("cell.tolerance", { minutes: value.toleranceMinutes })}`,
    },
    ...(value.isExtra ? [{ term: t("cell.why"), value: t("extra") }] : []),
    ...(value.value === null
      ? []
      : [
          {
            term: t("cell.value"),
            value: (
              <span className="inline-flex items-center gap-1">
                <ValueMark value={{ ...value, comment: null, newerAt: null }} /> {unitOf(value.measure, locale)}
              </span>
            ),
          },
        ]),
    ...(measuredAt
      ? [
          {
            term: t("cell.measured"),
            value: `${stamp(measuredAt)}${distance ? ` (${formatDuration(distance, locale)})` : ""}`,
          },
        ]
      : []),
    ...(hasRange ? [{ term: t("cell.range"), value: `${reading(minimum)} … ${reading(maximum)}` }] : []),
    ...(enteredBy && enteredAt
      ? [{ term: t("cell.enteredBy"), value: t("cell.commentBy", { name: enteredBy, at: stamp(enteredAt) }) }]
      : []),
    ...(reason ? [{ term: t("cell.reason"), value: reason }] : []),
    ...(comment
      ? [
          {
            term: t("cell.comment"),
            value: (
              <>
                <p>{comment}</p>
                {commentedBy && commentedAt && (
                  <p className="text-muted-foreground text-xs">
                    {t("cell.commentBy", { name: commentedBy, at: stamp(commentedAt) })}
                  </p>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(newerAt ? [{ term: t("cell.newerAt"), value: stamp(newerAt) }] : []),
  ];
  return <DescriptionList items={items} />;
}

type FormProps = { title: string; onClose: () => void; onDone: () => void };

function EnterForm({
  title,
  sheet,
  value,
  onClose,
  onDone,
}: FormProps & { sheet: SheetDetailDto; value: SheetValueDto }) {
  const t = useTranslations("record");
  const textOf = useIssueText();
  const locale = useValueLocale();
  const [number, setNumber] = useState(value.state === "entered" ? inputText(value.value, value.measure, locale) : "");
  const [reason, setReason] = useState(value.reason ?? "");
  const form = useRecordForm({
    schema: EnterInput,
    send: ({ id, ...body }) => enterValue(id, body),
    onDone,
  });
  const whole = form.issues.find(({ path }) => path !== "value" && path !== "reason");
  const submit = () => {
    const typed = typedValue(number, value.measure, locale) ?? undefined;
    void form.submit({ id: sheet.id, valueId: value.id, value: typed, reason });
  };
  const unit = unitOf(value.measure, locale);
  return (
    <RecordDialog
      onClose={onClose}
      title={title}
      description={t("cell.forever")}
      pending={form.pending}
      error={whole ? textOf(whole) : form.error}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-3">
        <Field
          label={unit ? t("cell.valueIn", { unit }) : t("cell.value")}
          required
          issue={form.issue("value")}
          className="sm:w-48"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={number}
              onChange={(event) => setNumber(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("cell.reason")} hint={t("cell.reasonHint")} required issue={form.issue("reason")}>
          {(control) => (
            <Textarea
              {...control}
              maxLength={TEXT_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </RecordDialog>
  );
}

type CommentFormProps = FormProps & {
  sheetId: number;
  valueIds: readonly number[];
  comment?: string;
  description?: string;
};

/** One comment for one or several records. */
export function CommentForm({
  title,
  description,
  sheetId,
  valueIds,
  comment: given = "",
  onClose,
  onDone,
}: CommentFormProps) {
  const t = useTranslations("record");
  const textOf = useIssueText();
  const [comment, setComment] = useState(given);
  const form = useRecordForm({
    schema: CommentInput,
    send: ({ id, ...body }: z.output<typeof CommentInput>) => commentValues(id, body),
    onDone,
  });
  const whole = form.issues.find(({ path }) => path !== "comment");
  return (
    <RecordDialog
      onClose={onClose}
      title={title}
      description={description}
      pending={form.pending}
      error={whole ? textOf(whole) : form.error}
      onSubmit={() => void form.submit({ id: sheetId, valueIds: [...valueIds], comment })}
    >
      <Field label={t("cell.comment")} required issue={form.issue("comment")}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={TEXT_LENGTH}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
    </RecordDialog>
  );
}
