"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { Field } from "@/components/form/field";
import { RecordSelect } from "@/components/form/record-select";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import type { NoticeChannel } from "@/db/enums";
import { useReason } from "../../log/components/use-reason";
import { sendTest, testQuery } from "../client";
import { ChannelTestInput } from "../schema";

type Person = { id: number; name: string };

type TestDialogProps = {
  /** The channels that can be tested; several are offered as a choice. */
  channels: readonly NoticeChannel[];
  /** The recipient; null lets the user choose, preset to themselves. */
  contact: Person | null;
  onClose: () => void;
  /** Called once a test is delivered or has failed. */
  onArrived?: () => void;
};

/** Sends a test by a channel and shows its result. */
export function TestDialog({ channels, contact, onClose, onArrived }: TestDialogProps) {
  const t = useTranslations("noticeChannel");
  const formId = useId();
  const [channel, setChannel] = useState(channels[0] as NoticeChannel);
  const [to, setTo] = useState<"me" | "contact">("me");
  const [sentId, setSentId] = useState<number | null>(null);
  const isChoice = contact === null && channel !== "popup";
  const form = useRecordForm({ schema: ChannelTestInput, send: sendTest, onDone: ({ id }) => setSentId(id) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSentId(null);
    const chosen = new FormData(event.currentTarget).get("contactId");
    const contactId = contact ? contact.id : isChoice && to === "contact" ? chosen || 0 : undefined;
    void form.submit({ channel, ...(contactId !== undefined && { contactId }) });
  };
  const channelIssue = form.issue("channel");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader
          title={
            contact ? t("test.titleOf", { name: contact.name }) : t("test.title", { channel: t(`channel.${channel}`) })
          }
          description={t(channel === "popup" ? "test.popupHint" : "test.hint")}
        />
        <DialogBody>
          <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
            {channels.length > 1 && (
              <Field label={t("test.channel")} issue={channelIssue}>
                {(control) => (
                  <Select
                    {...control}
                    value={channel}
                    onChange={({ target }) => {
                      setChannel(target.value as NoticeChannel);
                      setSentId(null);
                    }}
                  >
                    {channels.map((one) => (
                      <option key={one} value={one}>
                        {t(`channel.${one}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
            {isChoice && (
              <SegmentedControl
                name="to"
                label={t("test.to")}
                options={[
                  { value: "me", label: t("test.me") },
                  { value: "contact", label: t("test.contact") },
                ]}
                value={to}
                onValueChange={setTo}
              />
            )}
            {isChoice && to === "contact" && (
              <Field label={t("test.contact")} issue={form.issue("contactId")} required>
                {(control) => (
                  <RecordSelect<Person>
                    control={control}
                    name="contactId"
                    path="/service/contact"
                    params={{ channel }}
                    toOption={({ id, name }) => ({ id, label: name })}
                  />
                )}
              </Field>
            )}
            {channels.length === 1 && channelIssue && <Alert tone="critical">{channelIssue}</Alert>}
            {form.error && <Alert tone="critical">{form.error}</Alert>}
            {sentId !== null && <Result key={sentId} id={sentId} onArrived={onArrived} />}
          </form>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t("test.close")}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={form.pending}>
            {t(sentId === null ? "test.send" : "test.again")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** In delivery, delivered, or failed with the reason. */
function Result({ id, onArrived }: { id: number; onArrived: (() => void) | undefined }) {
  const t = useTranslations("noticeChannel.test");
  const reasonOf = useReason();
  const { data } = useQuery(testQuery(id));
  const isOver = data !== undefined && data.status !== "pending";
  const arrived = useEffectEvent(() => onArrived?.());
  useEffect(() => {
    if (isOver) arrived();
  }, [isOver]);
  if (!isOver)
    return (
      <p role="status" className="flex items-center gap-2 text-muted-foreground text-sm">
        <Spinner />
        {t("pending")}
      </p>
    );
  if (data.result === "sent")
    return (
      <Alert tone="normal" title={t("sent")}>
        {data.recipient}
      </Alert>
    );
  return (
    <Alert tone="critical" title={t("failed")}>
      <span className="wrap-anywhere">{reasonOf(data.reason)}</span>
    </Alert>
  );
}
