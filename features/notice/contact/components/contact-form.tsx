"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field, RequiredMark } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { ToneIcon } from "@/components/value/tone-icon";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/i18n/routing";
import { saveContact } from "../contact.client";
import { CONTACT_CHANNELS, CONTACT_LEVELS, type ContactChannel, reachableBy } from "../contact.rules";
import { ContactInput, type ContactRowDto } from "../contact.schema";
import type { ContactGroupDto } from "../group.schema";
import { ContactDevices } from "./contact-devices";
import { QuietFields } from "./quiet-fields";
import { TIMING, TimingFields } from "./timing-fields";

type ContactFormProps = {
  /** Null creates a contact. */
  contact: ContactRowDto | null;
  groups: readonly ContactGroupDto[];
  groupId: number;
  locale: Locale;
  clock: { timeZone: string; now: number };
  onClose: () => void;
  onSaved: () => void;
};

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

function valuesOf(form: FormData, channels: readonly ContactChannel[]) {
  const gender = text(form, "gender");
  return {
    groupId: text(form, "groupId"),
    level: text(form, "level"),
    name: text(form, "name"),
    phone: text(form, "phone"),
    email: text(form, "email"),
    gender: gender === "" ? null : Number(gender),
    channels,
    locale: text(form, "locale"),
    quietHours: quietOf(form),
    ...pinOf(form),
    ...Object.fromEntries(TIMING.map((name) => [name, text(form, name).trim() || null])),
  };
}

/** The PIN of the form: undefined leaves it unchanged, null removes it. */
function pinOf(form: FormData): { pin?: string | null } {
  const pin = text(form, "pin").trim();
  if (pin !== "") return { pin };
  return form.get("pinRemoved") === null ? {} : { pin: null };
}

function quietOf(form: FormData) {
  const upTo = text(form, "quietUpTo");
  return upTo === "" ? null : { from: text(form, "quiet.from"), to: text(form, "quiet.to"), upTo };
}

/** Creates or edits a contact. Until the user selects channels, those that the addresses support are preselected. */
export function ContactForm({ contact, groups, groupId, locale, clock, onClose, onSaved }: ContactFormProps) {
  const t = useTranslations("contact");
  const tForm = useTranslations("contact.form");
  const [reach, setReach] = useState({ phone: contact?.phone ?? "", email: contact?.email ?? "" });
  const [chosen, setChosen] = useState<readonly ContactChannel[] | null>(contact?.channels ?? null);
  const channels = chosen ?? reachableBy(reach);
  const { submit, pending, issue, error } = useRecordForm({
    schema: ContactInput,
    record: contact,
    send: (values) => saveContact(contact?.id ?? null, values),
    onDone: () => {
      showToast("normal", tForm(contact ? "saved" : "created"));
      onSaved();
    },
  });
  const level = (value: number) => t("level", { level: value });
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={tForm(contact ? "editTitle" : "newTitle")}
      submitLabel={tForm(contact ? "save" : "create")}
      pending={pending}
      error={error}
      onSubmit={(form) => submit(valuesOf(form, channels))}
    >
      <FormGrid>
        <Field label={tForm("name")} required issue={issue("name")}>
          {(control) => <Input {...control} name="name" defaultValue={contact?.name} maxLength={60} />}
        </Field>
        <Field label={t("gender.label")} issue={issue("gender")}>
          {(control) => (
            <Select {...control} name="gender" defaultValue={contact?.gender ?? ""}>
              <option value="">{t("gender.none")}</option>
              <option value="1">{t("gender.male")}</option>
              <option value="0">{t("gender.female")}</option>
            </Select>
          )}
        </Field>
        <Field label={tForm("phone")} hint={tForm("phoneHint")} issue={issue("phone")}>
          {(control) => (
            <Input
              {...control}
              type="tel"
              name="phone"
              value={reach.phone}
              onChange={({ target }) => setReach({ ...reach, phone: target.value })}
            />
          )}
        </Field>
        <Field label={tForm("email")} hint={tForm("emailHint")} issue={issue("email")}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              value={reach.email}
              onChange={({ target }) => setReach({ ...reach, email: target.value })}
            />
          )}
        </Field>
        <ChannelChoice
          channels={channels}
          isLinked={contact?.userId != null}
          hasDevice={contact?.hasDevice ?? false}
          issue={issue("channels")}
          onChange={setChosen}
        />
        {contact !== null && contact.userId !== null && <ContactDevices contactId={contact.id} clock={clock} />}
        <Field label={tForm("group")} required issue={issue("groupId")}>
          {(control) => (
            <Select {...control} name="groupId" defaultValue={contact?.groupId ?? groupId}>
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={tForm("level")} required issue={issue("level")}>
          {(control) => (
            <Select {...control} name="level" defaultValue={contact?.level ?? 1}>
              {CONTACT_LEVELS.map((value) => (
                <option key={value} value={value}>
                  {level(value)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={tForm("locale")} className={spanBoth} issue={issue("locale")}>
          {(control) => (
            <Select {...control} name="locale" defaultValue={contact?.locale ?? locale}>
              {LOCALES.map((value) => (
                <option key={value} value={value}>
                  {LOCALE_NAMES[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PinFields hasPin={contact?.hasPin ?? false} issue={issue("pin")} />
        <QuietFields quietHours={contact?.quietHours ?? null} issue={issue} />
        <TimingFields contact={contact} issue={issue} />
      </FormGrid>
    </RecordDialog>
  );
}

/** The PIN for replies. It can be replaced or removed, but not read. */
function PinFields({ hasPin, issue }: { hasPin: boolean; issue: string | undefined }) {
  const t = useTranslations("contact.pin");
  return (
    <div className={spanBoth}>
      <Field label={t("label")} hint={t("hint")} issue={issue}>
        {(control) => (
          <Input
            {...control}
            name="pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            placeholder={t(hasPin ? "set" : "none")}
            className="max-w-48 tabular-nums"
          />
        )}
      </Field>
      {hasPin && <CheckboxField name="pinRemoved" label={t("remove")} />}
    </div>
  );
}

type ChannelChoiceProps = {
  channels: readonly ContactChannel[];
  /** Whether the contact was imported from an account, whose browsers can show notifications. */
  isLinked: boolean;
  hasDevice: boolean;
  issue: string | undefined;
  onChange: (channels: ContactChannel[]) => void;
};

function ChannelChoice({ channels, isLinked, hasDevice, issue, onChange }: ChannelChoiceProps) {
  const t = useTranslations("contact");
  const noteId = useId();
  return (
    <fieldset
      className={spanBoth}
      aria-invalid={issue ? true : undefined}
      aria-describedby={issue ? noteId : undefined}
    >
      <legend className="font-medium text-sm">
        {t("form.channels")}
        <RequiredMark />
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {CONTACT_CHANNELS.filter((channel) => channel !== "push" || isLinked).map((channel) => (
          <CheckboxField
            key={channel}
            label={t(`channel.${channel}`)}
            checked={channels.includes(channel)}
            onChange={({ target }) =>
              onChange(CONTACT_CHANNELS.filter((one) => (one === channel ? target.checked : channels.includes(one))))
            }
          />
        ))}
      </div>
      {channels.includes("push") && !hasDevice && (
        <p className="flex items-start gap-1 text-pretty text-warning text-xs">
          <ToneIcon tone="warning" className="mt-px size-3.5" />
          {t("noDeviceHint")}
        </p>
      )}
      {issue && (
        <p id={noteId} className="flex items-start gap-1 text-critical text-xs">
          <ToneIcon tone="critical" className="mt-px size-3.5" />
          {issue}
        </p>
      )}
    </fieldset>
  );
}
