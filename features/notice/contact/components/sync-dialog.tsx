"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { MultiSelect, type SelectOption } from "@/components/form/multi-select";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { type UserChoice, usersQuery, useSync } from "../contact.client";
import { CONTACT_LEVELS, SYNC } from "../contact.rules";
import type { ContactSyncDto } from "../contact.schema";
import type { ContactGroupDto } from "../group.schema";
import { useRefusalText } from "./group-dialogs";

type SyncDialogProps = {
  groups: readonly ContactGroupDto[];
  group: ContactGroupDto;
  onClose: () => void;
  /** Contacts were imported: the list must be reloaded. */
  onChanged: () => void;
};

const optionOf = ({ id, name, username, mobile, email }: UserChoice): SelectOption => ({
  value: String(id),
  label: name,
  hint: [username, mobile || email].filter(Boolean).join(" · "),
});

/** Imports accounts as contacts and shows the result of each. */
export function SyncDialog({ groups, group, onClose, onChanged }: SyncDialogProps) {
  const t = useTranslations("contact.sync");
  const tContact = useTranslations("contact");
  const [users, setUsers] = useState<readonly SelectOption[]>([]);
  const [q, setQ] = useState("");
  const [isMissing, setMissing] = useState(false);
  // The previous results stay until the new ones arrive, so that the layout does not jump.
  const found = useQuery({
    ...usersQuery(group.customerId, useDeferredValue(q.trim())),
    placeholderData: keepPreviousData,
  });
  const sync = useSync();
  const textOf = useRefusalText();
  const submit = (form: FormData) => {
    setMissing(users.length === 0);
    if (users.length === 0) return;
    const userIds = users.map(({ value }) => Number(value));
    const place = { groupId: Number(form.get("groupId")), level: Number(form.get("level")) };
    sync.mutate({ userIds, ...place }, { onSuccess: onChanged });
  };
  if (sync.data) return <SyncResult result={sync.data} users={users} onClose={onClose} />;
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title")}
      description={t("hint")}
      submitLabel={t("confirm", { count: users.length })}
      pending={sync.isPending}
      error={textOf(sync.error)}
      onSubmit={submit}
    >
      {/* Reserves space for the search results. */}
      <FormGrid className="min-h-76 content-start">
        <Field
          label={t("users")}
          required
          className={spanBoth}
          issue={found.error ? t("failedList") : isMissing && users.length === 0 ? t("choose") : undefined}
        >
          {(control) => (
            <MultiSelect
              control={control}
              value={users}
              onChange={setUsers}
              options={(found.data?.items ?? []).map(optionOf)}
              query={q}
              onQuery={setQ}
              pending={found.isFetching}
              texts={{
                placeholder: t("searchHint"),
                none: t("none"),
                remove: (label) => t("leaveOut", { name: label }),
              }}
            />
          )}
        </Field>
        <Field label={tContact("form.group")} required>
          {(control) => (
            <Select {...control} name="groupId" defaultValue={group.id}>
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={tContact("form.level")} required>
          {(control) => (
            <Select {...control} name="level" defaultValue={1}>
              {CONTACT_LEVELS.map((level) => (
                <option key={level} value={level}>
                  {tContact("level", { level })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FormGrid>
    </RecordDialog>
  );
}

const TONE: Record<number, Tone> = {
  [SYNC.succeeded]: "normal",
  [SYNC.duplicate]: "paused",
  [SYNC.failed]: "critical",
  [SYNC.notFound]: "critical",
};

type SyncResultProps = { result: ContactSyncDto; users: readonly SelectOption[]; onClose: () => void };

function SyncResult({ result, users, onClose }: SyncResultProps) {
  const t = useTranslations("contact.sync");
  const tCommon = useTranslations("common.action");
  const wordsOf = (code: number) => (t.has(`code.c${code}`) ? t(`code.c${code}`) : t("code.other"));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader title={t("result")} />
        <DialogBody className="py-2">
          <ul className="divide-y" aria-live="polite">
            {result.items.map(({ userId, code }) => (
              <li key={userId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 break-words font-medium">
                  {users.find(({ value }) => value === String(userId))?.label ?? `#${userId}`}
                </span>
                <StateBadge tone={TONE[code] ?? "critical"} plain className="whitespace-normal">
                  {wordsOf(code)}
                </StateBadge>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {tCommon("close")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
