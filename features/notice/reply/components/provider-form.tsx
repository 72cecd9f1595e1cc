"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { REPLY_FORMATS, type ReplyFormat } from "@/db/enums";
import { createProvider, renewSecret, saveProvider } from "../provider.client";
import { authenticationsOf } from "../provider.rules";
import {
  type ReplyProviderDto,
  ReplyProviderInput,
  type ReplyProviderSecretDto,
  ReplyProviderUpdateInput,
  ReplySecretInput,
} from "../provider.schema";

type MadeProps = { onClose: () => void; onMade: (provider: ReplyProviderSecretDto) => void };

/** Registers a gateway. */
export function NewProviderForm({ onClose, onMade }: MadeProps) {
  const t = useTranslations("noticeChannel.reply");
  const [format, setFormat] = useState<ReplyFormat>("generic");
  const choice = authenticationsOf(format);
  const form = useRecordForm({ schema: ReplyProviderInput, send: createProvider, onDone: onMade });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("new")}
      description={t("hint")}
      submitLabel={t("create")}
      pending={form.pending}
      error={form.error}
      onSubmit={(data) =>
        form.submit({
          name: data.get("name"),
          format,
          authentication: data.get("authentication") ?? choice[0],
          ...(data.has("secret") && { secret: data.get("secret") }),
        })
      }
    >
      <div className="flex flex-col gap-4">
        <Name issue={form.issue("name")} />
        <Field label={t("format.label")} hint={t(`format.hint.${format}`)} issue={form.issue("format")} required>
          {(control) => (
            <Select {...control} value={format} onChange={({ target }) => setFormat(target.value as ReplyFormat)}>
              {REPLY_FORMATS.map((one) => (
                <option key={one} value={one}>
                  {t(`format.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {choice.length > 1 && (
          <Field
            label={t("authentication.label")}
            hint={t("authentication.hint")}
            issue={form.issue("authentication")}
            required
          >
            {(control) => (
              <Select {...control} name="authentication">
                {choice.map((one) => (
                  <option key={one} value={one}>
                    {t(`authentication.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {format === "twilio" && <TwilioToken issue={form.issue("secret")} />}
      </div>
    </RecordDialog>
  );
}

type EditProps = { provider: ReplyProviderDto; onClose: () => void; onSaved: (provider: ReplyProviderDto) => void };

/** Renames a gateway, or disables its replies. */
export function ProviderForm({ provider, onClose, onSaved }: EditProps) {
  const t = useTranslations("noticeChannel.reply");
  const form = useRecordForm({
    schema: ReplyProviderUpdateInput,
    record: provider,
    send: saveProvider,
    onDone: onSaved,
  });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("edit")}
      pending={form.pending}
      error={form.error}
      onSubmit={(data) =>
        form.submit({ id: provider.id, name: data.get("name"), isEnabled: data.get("isEnabled") === "on" })
      }
    >
      <div className="flex flex-col gap-4">
        <Name value={provider.name} issue={form.issue("name")} />
        <CheckboxField
          name="isEnabled"
          label={t("enabled")}
          hint={t("enabledHint")}
          defaultChecked={provider.isEnabled}
        />
      </div>
    </RecordDialog>
  );
}

/** Replaces the auth token of a Twilio account, which is generated at Twilio. */
export function TwilioTokenForm({ provider, onClose, onSaved }: EditProps) {
  const t = useTranslations("noticeChannel.reply");
  const form = useRecordForm({ schema: ReplySecretInput, send: renewSecret, onDone: onSaved });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("renew.title", { name: provider.name })}
      description={t("renew.hint")}
      pending={form.pending}
      error={form.error}
      onSubmit={(data) => form.submit({ id: provider.id, secret: data.get("secret") })}
    >
      <TwilioToken issue={form.issue("secret")} />
    </RecordDialog>
  );
}

function Name({ value, issue }: { value?: string; issue: string | undefined }) {
  const t = useTranslations("noticeChannel.reply");
  return (
    <Field label={t("name")} issue={issue} required>
      {(control) => <Input {...control} name="name" defaultValue={value} maxLength={30} autoComplete="off" />}
    </Field>
  );
}

function TwilioToken({ issue }: { issue: string | undefined }) {
  const t = useTranslations("noticeChannel.reply.twilioToken");
  return (
    <Field label={t("label")} hint={t("hint")} issue={issue} required>
      {(control) => <Input {...control} name="secret" type="password" autoComplete="new-password" maxLength={200} />}
    </Field>
  );
}
