"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { RecordsSelect } from "@/components/form/records-select";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import type { NoticeChannel } from "@/db/enums";
import { STANDARD_CHANNELS } from "@/features/alarm/trigger/standard.rules";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import type { WizardOffer } from "../wizard.schema";

/** The warning about broken channels, from the alarm triggers. */
export type BrokenChannels = ComponentType<{ channels: readonly NoticeChannel[]; states: readonly ChannelStateDto[] }>;

/** Converts the fields to the recipients of the step. */
export const recipientsOf = (data: FormData): object => ({
  isMe: data.get("isMe") !== null,
  email: data.get("email") ?? "",
  contactGroupIds: data.getAll("contactGroupIds"),
  userIds: data.getAll("userIds"),
});

type Named = { id: number; name: string };
type Person = Named & { username: string; mobile: string | null; email: string | null };

type RecipientFieldsProps = {
  form: { issue: (path: string) => string | undefined };
  customerId: number;
  mail: string;
  states: WizardOffer["channelStates"];
  may: WizardOffer["may"];
  BrokenChannels: BrokenChannels;
};

/** Who is notified besides the console: the user, accounts of the customer and contact groups, in any combination. */
export function RecipientFields({ form, customerId, mail, states, may, BrokenChannels }: RecipientFieldsProps) {
  const t = useTranslations("wizard.index");
  const [isMe, setMe] = useState(may.contacts);
  const [others, setOthers] = useState({ groups: 0, people: 0 });
  if (!may.contacts) return <p className="text-muted-foreground text-sm sm:col-span-2">{t("consoleOnly")}</p>;
  const mailState = states.find(({ channel }) => channel === "email")?.state ?? "working";
  const channels: readonly NoticeChannel[] = others.groups + others.people > 0 ? STANDARD_CHANNELS : [];
  return (
    <fieldset className="grid gap-3 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-1 font-medium text-sm">{t("recipients")}</legend>
      <CheckboxField
        name="isMe"
        label={t("me")}
        checked={isMe}
        onChange={(event) => setMe(event.target.checked)}
        className="sm:col-span-2"
      />
      {isMe && (
        <Field label={t("email")} issue={form.issue("trigger.recipients.email")} required className="sm:col-span-2">
          {(control) => (
            <Input {...control} name="email" type="email" inputMode="email" defaultValue={mail} maxLength={100} />
          )}
        </Field>
      )}
      {may.people && (
        <Field label={t("people")} issue={form.issue("trigger.recipients.userIds")} hint={t("peopleHint")}>
          {(control) => (
            <RecordsSelect<Person>
              control={control}
              name="userIds"
              path="/service/user"
              params={{ customerId }}
              toOption={({ id, name, username, mobile, email }) => ({
                id,
                label: name,
                hint: [username, mobile || email].filter(Boolean).join(" · "),
              })}
              onChange={(ids) => setOthers({ ...others, people: ids.length })}
            />
          )}
        </Field>
      )}
      <Field
        label={t("groups")}
        issue={form.issue("trigger.recipients.contactGroupIds") ?? form.issue("trigger.contactGroupIds")}
      >
        {(control) => (
          <RecordsSelect<Named>
            control={control}
            name="contactGroupIds"
            path="/service/contactGroup"
            params={{ customerId }}
            toOption={({ id, name }) => ({ id, label: name })}
            onChange={(ids) => setOthers({ ...others, groups: ids.length })}
          />
        )}
      </Field>
      {isMe && mailState !== "working" && (
        <Alert tone="warning" className="sm:col-span-2">
          {t(`mail.${mailState}`)}
        </Alert>
      )}
      {channels.length > 0 && (
        <div className="sm:col-span-2">
          <BrokenChannels channels={channels} states={states} />
        </div>
      )}
      {!isMe && channels.length === 0 && (
        <p className="text-muted-foreground text-sm sm:col-span-2">{t("consoleOnly")}</p>
      )}
    </fieldset>
  );
}
