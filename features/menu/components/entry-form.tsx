"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { MENU_VISIBILITIES } from "@/db/enums";
import { saveEntry } from "../menu.client";
import { iconOf } from "../menu.rules";
import { MenuChange, type MenuDto, MenuInput } from "../menu.schema";
import { FunctionCodeSelect } from "./function-code-select";
import { IconPicker } from "./icon-picker";

/** The subject of the form: a new group or entry, one beside or below another, or an existing one. */
export type Subject = { kind: "group" } | { kind: "entry" } | { kind: "beside" | "edit"; row: MenuDto };

type EntryFormProps = {
  subject: Subject;
  choices: readonly { id: number; label: string }[];
  onClose: () => void;
  onDone: (name: string) => void;
};

/** Edits a group or an entry. The release's fields of a shipped entry are read-only. */
export function EntryForm({ subject, choices, onClose, onDone }: EntryFormProps) {
  const t = useTranslations("menu");
  const row = subject.kind === "edit" ? subject.row : null;
  const beside = subject.kind === "beside" ? subject.row : null;
  const [place, setPlace] = useState<"peer" | "sub">(beside?.parentId === null ? "sub" : "peer");
  const [icon, setIcon] = useState(iconOf(row?.icon ?? ""));
  const isGroup = row
    ? row.parentId === null
    : beside
      ? beside.parentId === null && place === "peer"
      : subject.kind === "group";
  const parentId = row?.parentId ?? (beside && (beside.parentId ?? beside.id)) ?? choices[0]?.id;
  const isShipped = row?.isShipped ?? false;
  // If it is created beside or below a group, the parent is fixed.
  const isPlaced = beside !== null && beside.parentId === null;

  const { submit, pending, issue, error } = useRecordForm({
    schema: isShipped ? MenuChange : MenuInput,
    record: row,
    send: (values) => saveEntry(row?.id ?? null, values),
    onDone: ({ label }) => onDone(label),
  });
  const onSubmit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "");
    const common = {
      icon,
      parentId: isGroup ? null : Number(form.get("parentId") ?? parentId),
      extraCode: text("extraCode"),
      visibility: text("visibility"),
      isEnabled: form.has("isEnabled"),
      isHidden: form.has("isHidden"),
    };
    const release = { code: text("code"), url: isGroup ? "" : text("url"), functionCode: text("functionCode") };
    submit(
      isShipped
        ? { ...common, name: text("name").trim() === "" ? null : text("name") }
        : { ...common, ...release, name: text("name") },
    );
  };
  const title = row ? t("form.edit", { name: row.label }) : t(isGroup ? "form.createGroup" : "form.createEntry");
  return (
    <RecordDialog
      open
      shape="sheet"
      title={title}
      submitLabel={t(row ? "form.save" : "form.create")}
      onClose={onClose}
      onSubmit={onSubmit}
      pending={pending}
      error={error}
    >
      <div className="flex flex-col gap-4">
        {isShipped && row && <ShippedFacts row={row} />}
        {isPlaced && beside && (
          <div className="flex flex-col items-start gap-1">
            <span aria-hidden="true" className="font-medium text-sm">
              {t("form.place")}
            </span>
            <SegmentedControl
              name="place"
              label={t("form.place")}
              value={place}
              onValueChange={setPlace}
              options={[
                { value: "sub", label: t("form.sub", { name: beside.label }) },
                { value: "peer", label: t("form.peer", { name: beside.label }) },
              ]}
            />
          </div>
        )}
        <Field
          label={t("form.name")}
          hint={row && isShipped ? <ReleaseName row={row} /> : undefined}
          issue={issue("name")}
          required={!isShipped}
        >
          {(control) => (
            <Input {...control} name="name" maxLength={30} autoComplete="off" defaultValue={row?.name ?? ""} />
          )}
        </Field>
        {!isGroup && !isPlaced && (
          <Field label={t("form.parentId")} issue={issue("parentId")} required>
            {(control) => (
              <Select {...control} name="parentId" defaultValue={parentId}>
                {choices.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {!isShipped && (
          <Field label={t("form.code")} hint={t("form.codeHint")} issue={issue("code")} required>
            {(control) => (
              <Input
                {...control}
                name="code"
                maxLength={50}
                autoComplete="off"
                spellCheck={false}
                defaultValue={row?.code}
              />
            )}
          </Field>
        )}
        <Field label={t("form.icon")} issue={issue("icon")} required>
          {(control) => <IconPicker control={control} value={icon} onChange={setIcon} />}
        </Field>
        {!isShipped && !isGroup && (
          <Field label={t("form.url")} hint={t("form.urlHint")} issue={issue("url")} required>
            {(control) => (
              <Input
                {...control}
                name="url"
                maxLength={255}
                inputMode="url"
                spellCheck={false}
                defaultValue={row?.url}
              />
            )}
          </Field>
        )}
        {!isShipped && (
          <Field label={t("form.functionCode")} hint={t("form.functionCodeHint")} issue={issue("functionCode")}>
            {(control) => <FunctionCodeSelect control={control} defaultValue={row?.functionCode ?? ""} />}
          </Field>
        )}
        <VisibilityField value={row?.visibility ?? "all"} />
        <Field label={t("form.extraCode")} hint={t("form.extraCodeHint")} issue={issue("extraCode")}>
          {(control) => <Input {...control} name="extraCode" maxLength={50} defaultValue={row?.extraCode} />}
        </Field>
        <SwitchLine name="isEnabled" defaultChecked={row?.isEnabled ?? true} issue={issue("isEnabled")} />
        <SwitchLine name="isHidden" defaultChecked={row?.isHidden ?? false} issue={issue("isHidden")} />
      </div>
    </RecordDialog>
  );
}

function ReleaseName({ row }: { row: MenuDto }) {
  const t = useTranslations("menu.form");
  return t("nameHint", { name: row.defaultLabel });
}

function ShippedFacts({ row }: { row: MenuDto }) {
  const t = useTranslations("menu");
  const facts = [
    { term: t("column.code"), value: row.code },
    { term: t("column.url"), value: row.url },
    { term: t("column.functionCode"), value: row.functionCode },
  ];
  return (
    <Alert>
      {t("form.shipped")}
      <DescriptionList className="mt-2 font-mono text-xs" items={facts.filter(({ value }) => value !== "")} />
    </Alert>
  );
}

function VisibilityField({ value }: { value: MenuDto["visibility"] }) {
  const t = useTranslations("menu");
  const [chosen, setChosen] = useState(value);
  return (
    <Field label={t("form.visibility")} hint={t(`visibilityHint.${chosen}`)}>
      {(control) => (
        <Select
          {...control}
          name="visibility"
          value={chosen}
          onChange={(event) => setChosen(event.target.value as MenuDto["visibility"])}
        >
          {MENU_VISIBILITIES.map((visibility) => (
            <option key={visibility} value={visibility}>
              {t(`visibility.${visibility}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type SwitchLineProps = { name: "isEnabled" | "isHidden"; defaultChecked: boolean; issue: string | undefined };

function SwitchLine({ name, defaultChecked, issue }: SwitchLineProps) {
  const t = useTranslations("menu.form");
  return (
    <Field
      label={t(name)}
      hint={t(`${name}Hint`)}
      issue={issue}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 [&>p]:col-span-2"
    >
      {(control) => <Switch {...control} name={name} defaultChecked={defaultChecked} />}
    </Field>
  );
}
