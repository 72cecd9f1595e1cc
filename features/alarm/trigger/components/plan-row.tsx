"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ToneIcon } from "@/components/value/tone-icon";
import { NOTICE_CHANNELS, type NoticeChannel } from "@/db/enums";
import { CONTACT_LEVELS } from "@/features/notice/contact/contact.rules";
import { MINUTE_UNITS } from "../../condition/duration.rules";
import { ON_DUTY, type PlanDraft, withContactGroup } from "../draft.rules";
import { useBrokenChannels } from "../trigger.client";
import type { GroupReachDto } from "../trigger.schema";
import { BrokenChannels } from "./broken-channels";
import { SpanField } from "./span-field";

type PlanRowProps = {
  row: PlanDraft;
  /** Its position, from 1. */
  position: number;
  customerId: number;
  groups: readonly GroupReachDto[] | undefined;
  issue: (field: string) => string | undefined;
  onChange: (row: PlanDraft) => void;
  onRemove: () => void;
};

/** Who is notified how long after the start, by which channels, and how often it repeats. */
export function PlanRow({ row, position, customerId, groups, issue, onChange, onRemove }: PlanRowProps) {
  const t = useTranslations("trigger.form");
  const tField = useTranslations("trigger.field");
  const tSays = useTranslations("trigger.says");
  const set = (fields: Partial<PlanDraft>) => onChange({ ...row, ...fields });
  const group = groups?.find(({ id }) => String(id) === row.contactGroupId);
  const level = group?.levels.find((one) => one.level === Number(row.level));
  const toggle = (channel: NoticeChannel, isOn: boolean) =>
    set({ channels: NOTICE_CHANNELS.filter((one) => (one === channel ? isOn : row.channels.includes(one))) });
  const text = (name: "repeatTimes" | "repeatIntervalMinutes", label: string) => (
    <Field label={label} issue={issue(name)}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="tabular-nums"
          value={row[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <li className="rounded-md border p-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h4 className="font-medium text-sm">{position === 1 ? t("firstRow") : t("row", { position })}</h4>
        <Button
          size="sm"
          variant="ghost"
          className="w-control-sm px-0 hover:bg-critical-soft hover:text-critical"
          aria-label={t("removeRowOf", { position })}
          title={t("removeRow")}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <FormGrid>
        <SpanField
          label={tField("after")}
          hint={t("afterHint")}
          issue={issue("afterMinutes")}
          required
          units={MINUTE_UNITS}
          value={row.after}
          onChange={(after) => set({ after })}
        />
        <Field label={tField("group")} issue={issue("contactGroupId")}>
          {(control) => (
            <Select
              {...control}
              value={row.contactGroupId}
              onChange={({ target }) => onChange(withContactGroup(row, target.value))}
            >
              <option value="">{t("noGroup")}</option>
              {groups?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {row.contactGroupId !== "" && (
          <Field label={tField("level")} issue={issue("level")}>
            {(control) => (
              <Select {...control} value={row.level} onChange={({ target }) => set({ level: target.value })}>
                {(group?.hasRota || row.level === ON_DUTY) && <option value={ON_DUTY}>{t("onDuty")}</option>}
                {CONTACT_LEVELS.map((value) => {
                  const people = group?.levels.find((one) => one.level === value)?.people ?? 0;
                  return (
                    <option key={value} value={value}>
                      {t("level", { level: value, people })}
                    </option>
                  );
                })}
              </Select>
            )}
          </Field>
        )}
        {group && row.level !== ON_DUTY && <Reach level={level} customerId={customerId} channels={row.channels} />}
        {row.level === ON_DUTY && <p className="self-end pb-1.5 text-muted-foreground text-xs">{t("onDutyHint")}</p>}
        <fieldset className={spanBoth}>
          <legend className="font-medium text-sm">{tField("channels")}</legend>
          <div className="flex flex-wrap gap-x-5">
            {NOTICE_CHANNELS.map((channel) => (
              <CheckboxField
                key={channel}
                label={tSays(`channel.${channel}`)}
                checked={row.channels.includes(channel)}
                {...(issue("channels") && { "aria-invalid": true })}
                onChange={({ target }) => toggle(channel, target.checked)}
              />
            ))}
          </div>
          {issue("channels") && <p className="text-critical text-xs">{issue("channels")}</p>}
          <BrokenChannels customerId={customerId} channels={row.channels} />
        </fieldset>
        {row.contactGroupId !== "" && row.level !== ON_DUTY && (
          <div className={spanBoth}>
            <CheckboxField
              label={t("contactTiming")}
              checked={row.usesContactTiming}
              onChange={({ target }) => set({ usesContactTiming: target.checked })}
            />
            {row.usesContactTiming && <p className="text-muted-foreground text-xs">{t("contactTimingHint")}</p>}
          </div>
        )}
        {text("repeatTimes", tField("repeatTimes"))}
        {Number(row.repeatTimes) !== 0 && text("repeatIntervalMinutes", tField("repeatInterval"))}
      </FormGrid>
    </li>
  );
}

type ReachProps = {
  customerId: number;
  level: GroupReachDto["levels"][number] | undefined;
  channels: readonly NoticeChannel[];
};

/** How many people a level contains, and how many of them a selected channel does not reach. */
function Reach({ customerId, level, channels }: ReachProps) {
  const t = useTranslations("trigger.form");
  const tSays = useTranslations("trigger.says");
  const people = level?.people ?? 0;
  // A channel that reaches nobody because the customer has it switched off says so itself.
  const off = useBrokenChannels(channels, { customerId }).filter(({ state }) => state === "switchedOff");
  const missed = channels.flatMap((channel) => {
    const count =
      channel === "popup" || !level || off.some((one) => one.channel === channel) ? 0 : people - level.reach[channel];
    return count === 0 ? [] : [t("missed", { count, channel: tSays(`channel.${channel}`) })];
  });
  const isWarning = people === 0 || missed.length > 0;
  return (
    <p role="status" className="flex items-start gap-1.5 self-end pb-1.5 text-muted-foreground text-xs">
      {isWarning && <ToneIcon tone="warning" className="mt-px size-3.5" />}
      <span>{people === 0 ? t("nobodyThere") : [t("people", { count: people }), ...missed].join(" · ")}</span>
    </p>
  );
}
