"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormSection } from "@/components/form/form-layout";
import { ScanButton } from "@/components/form/scan-button";
import { useRecordForm } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { ToneIcon } from "@/components/value/tone-icon";
import type { DeviceKind } from "@/db/enums";
import { createDevices } from "../device.client";
import { NAME_LENGTH } from "../device.rules";
import type { NamedRecord } from "../device.schema";
import { NewDevices } from "../registration.schema";
import { type CodeIssue, MAXIMUM_SERIES, nextLine, type SeriesLine } from "../series.rules";
import { PlaceFields } from "./place-fields";
import { TypeSelect } from "./type-select";

type SeriesSheetProps = {
  kind: DeviceKind;
  types: readonly { code: string; name: string }[];
  home: NamedRecord;
  choosesCustomer: boolean;
  isBound: boolean;
  hasGateways: boolean;
  onClose: () => void;
  onDone: (count: number) => void;
};

/** What became of the last code. */
type Said = { text: string; issue: CodeIssue | "full" | null };

/** Registers several devices of one type: their codes are scanned or typed in a row, and sent in one call. */
export function SeriesSheet(props: SeriesSheetProps) {
  const { kind, types, home, choosesCustomer, isBound, hasGateways, onClose, onDone } = props;
  const t = useTranslations("device");
  const code = useRef<HTMLInputElement>(null);
  const [typeCode, setTypeCode] = useState(types.length === 1 ? (types[0]?.code ?? "") : "");
  const [customer, setCustomer] = useState<NamedRecord | null>(home);
  const [lines, setLines] = useState<readonly SeriesLine[]>([]);
  const [sent, setSent] = useState<readonly SeriesLine[]>([]);
  const [said, setSaid] = useState<Said | null>(null);
  const form = useRecordForm({
    schema: NewDevices,
    send: createDevices,
    onDone: ({ ids }) => onDone(ids.length),
  });

  const add = (text: string) => {
    if (text.trim() === "") return;
    const next = lines.length >= MAXIMUM_SERIES ? "full" : nextLine(kind, lines, text);
    if (typeof next === "string") return setSaid({ text: text.trim(), issue: next });
    setSaid({ text: next.serialNumber, issue: null });
    setLines([...lines, next]);
  };
  const take = () => {
    if (!code.current) return;
    add(code.current.value);
    code.current.value = "";
    code.current.focus();
  };
  // A scanner ends each code with Enter: it adds a line and does not send the form.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    take();
  };
  const submit = (data: FormData) => {
    const id = (name: string) => data.get(name) || null;
    const shared = {
      typeCode,
      sceneId: id("sceneId"),
      ...(kind !== "gateway" && { gatewayId: id("gatewayId") }),
    };
    setSent(lines);
    form.submit({
      kind,
      ...(customer && { customerId: customer.id }),
      items: lines.map(({ serialNumber, mac }) => ({
        ...shared,
        serialNumber,
        mac,
        name: serialNumber.slice(0, NAME_LENGTH),
      })),
    });
  };
  // The issues name lines by their place when they were sent; lines may have been removed since.
  const lineIssue = (line: SeriesLine) => {
    const index = sent.indexOf(line);
    if (index < 0) return undefined;
    return ["serialNumber", "mac", "name"].map((field) => form.issue(`items.${index}.${field}`)).find(Boolean);
  };
  const saidText =
    said &&
    (said.issue
      ? t(`series.issue.${said.issue}`, { code: said.text, limit: MAXIMUM_SERIES })
      : t("series.added", { code: said.text, count: lines.length }));
  return (
    <RecordDialog
      onClose={onClose}
      shape="sheet"
      title={t(`series.title.${kind}`)}
      description={t("series.hint")}
      submitLabel={t("series.submit", { count: lines.length })}
      onSubmit={submit}
      pending={form.pending}
      isChanged={lines.length > 0}
      error={form.error}
    >
      <FormSection title={t("series.common")}>
        <Field label={t("field.typeCode")} issue={form.issue("items.0.typeCode")} required className="mb-3">
          {(control) => <TypeSelect {...control} types={types} value={typeCode} onType={setTypeCode} />}
        </Field>
        <PlaceFields
          kind={kind}
          typeCode={typeCode}
          device={null}
          customer={customer}
          onCustomer={choosesCustomer ? setCustomer : undefined}
          isBound={isBound}
          hasGateways={hasGateways}
          issue={(path) => form.issue(path === "customerId" ? path : `items.0.${path}`)}
        />
      </FormSection>
      <FormSection title={t("series.codes")}>
        <Field
          label={t("series.code")}
          issue={said?.issue ? saidText : lines.length === 0 ? form.issue("items") : undefined}
          hint={said ? undefined : t(kind === "gateway" ? "series.gatewayHint" : "series.codeHint")}
        >
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                ref={code}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="done"
                maxLength={200}
                onKeyDown={onKeyDown}
                className="font-mono"
              />
              <Button onClick={take}>{t("series.add")}</Button>
              <ScanButton label={t("series.code")} onCode={add} series={{ status: saidText }} />
            </div>
          )}
        </Field>
        <p role="status" className="min-h-5 text-muted-foreground text-sm">
          {said && !said.issue && saidText}
        </p>
        <ol aria-label={t("series.list")} className="flex flex-col divide-y rounded-md border empty:hidden">
          {lines.map((line, index) => {
            const issue = lineIssue(line);
            return (
              <li key={line.serialNumber} className="flex items-center gap-3 px-3 py-1">
                <span className="w-8 text-right text-faint-foreground text-sm tabular-nums">{index + 1}</span>
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere font-mono text-sm">
                    {line.serialNumber}
                    {line.mac !== "" && line.mac !== line.serialNumber && (
                      <span className="ml-2 text-muted-foreground">{line.mac}</span>
                    )}
                  </p>
                  {issue && (
                    <p role="alert" className="flex items-start gap-1 text-critical text-xs">
                      <ToneIcon tone="critical" className="mt-px size-3.5" />
                      {issue}
                    </p>
                  )}
                </div>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={t("series.remove", { code: line.serialNumber })}
                  title={t("series.removeOne")}
                  onClick={() => setLines(lines.filter((one) => one !== line))}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            );
          })}
        </ol>
      </FormSection>
    </RecordDialog>
  );
}
