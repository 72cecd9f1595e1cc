"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { ScanButton } from "@/components/form/scan-button";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { OLD_DEVICE_FATES, SWITCH_TYPES, type SwitchType } from "@/db/enums";
import type { MountingDto } from "@/features/carrier/mounting/mounting.schema";
import { codeOfLabel } from "@/lib/validation/label-code";
import { beginSwitch, DEVICES_PATH, findByCode, type Offered } from "../switch.client";
import { type DeviceSwitchDetailDto, DeviceSwitchInput } from "../switch.schema";

const HOUR = 3600;
/** Offered time limits, in seconds; 0 never expires. */
const TIMEOUTS = [0, HOUR, 24 * HOUR, 7 * 24 * HOUR] as const;

type SwitchFormProps = { mounting: MountingDto; onClose: () => void; onBegun: (begun: DeviceSwitchDetailDto) => void };

const toOption = ({ id, name, serialNumber }: Offered): RecordOption => ({
  id,
  label: name,
  hint: name === serialNumber ? undefined : serialNumber,
});

/**
 * Chooses the new device, the time and kind of the replacement, and the reason. Asks before a bound device is unbound.
 */
export function SwitchForm({ mounting, onClose, onBegun }: SwitchFormProps) {
  const t = useTranslations("mounting.switch");
  const tError = useTranslations("error");
  const unseen = useTranslations("common.unseen");
  const { carrierId, carrierName, deviceId, deviceName, kind } = mounting;
  const [device, setDevice] = useState<RecordOption | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const [type, setType] = useState<SwitchType>("manual");
  const form = useRecordForm({ schema: DeviceSwitchInput, send: beginSwitch, onDone: onBegun });
  const [asked, setAsked] = useState<number | undefined>();
  // The question applies only to the device for which it was asked.
  const question =
    asked === device?.id &&
    (form.refusal?.issues.some(({ path, rule }) => path === "unbindFirst" && rule === "bound") ?? false);
  const choose = (next: RecordOption | null) => {
    setDevice(next);
    setUnread(null);
  };
  const take = async (text: string) => {
    const code = codeOfLabel(text);
    try {
      const found = await findByCode(kind, code);
      choose(found && toOption(found));
      if (!found) setUnread(t("unknownCode", { code }));
    } catch {
      setUnread(tError("INTERNAL"));
    }
  };
  const submit = (data: FormData) => {
    setAsked(device?.id);
    void form.submit({
      carrierId,
      oldDeviceId: deviceId,
      newDeviceId: device?.id ?? "",
      type,
      timeoutSeconds: type === "direct" ? 0 : data.get("timeoutSeconds"),
      ...(data.get("oldDevice") !== null && { oldDevice: data.get("oldDevice") }),
      reason: data.get("reason"),
      unbindFirst: question,
    });
  };
  const issue = (path: string) => form.issue(path);
  // The issue applies only to the device that was refused. Without one the schema's text (a number range) would not
  // help.
  const refused = asked === device?.id ? issue("newDeviceId") : undefined;
  const deviceIssue = refused && (device ? refused : tError("rule.required"));
  const timeoutLabel = (seconds: number) => {
    if (seconds === 0) return t("never");
    const days = seconds / (24 * HOUR);
    return days >= 2 ? t("days", { count: days }) : t("hours", { count: seconds / HOUR });
  };
  return (
    <RecordDialog
      title={t("title", { name: deviceName ?? unseen("device") })}
      description={t("description", { carrier: carrierName })}
      submitLabel={question ? t("unbind") : type === "direct" ? t("startNow") : t("start")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={question ? undefined : (issue("oldDeviceId") ?? issue("carrierId") ?? form.error)}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("new")} hint={t("newHint")} issue={unread ?? deviceIssue} required>
          {(control) => (
            <span className="flex items-start gap-2">
              <span className="min-w-0 flex-1">
                <RecordSelect<Offered>
                  control={control}
                  name="newDeviceId"
                  path={DEVICES_PATH}
                  params={{ kind }}
                  value={device}
                  onChange={choose}
                  toOption={toOption}
                />
              </span>
              <ScanButton label={t("new")} onCode={(text) => void take(text)} />
            </span>
          )}
        </Field>
        <div className="flex flex-col gap-1">
          <span className="font-medium text-sm">{t("type")}</span>
          <SegmentedControl
            name="type"
            label={t("type")}
            value={type}
            onValueChange={setType}
            options={SWITCH_TYPES.toReversed().map((value) => ({ value, label: t(value) }))}
            className="self-start"
          />
          <p className="text-muted-foreground text-xs">{t(`${type}Hint`)}</p>
        </div>
        {type !== "direct" && (
          <Field label={t("timeout")} issue={issue("timeoutSeconds")} className="sm:w-60">
            {(control) => (
              <Select {...control} name="timeoutSeconds" defaultValue={String(TIMEOUTS[2])}>
                {TIMEOUTS.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {timeoutLabel(seconds)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {type !== "manual" && (
          <Field label={t("old")} issue={issue("oldDevice")} className="sm:w-60">
            {(control) => (
              <Select {...control} name="oldDevice" defaultValue="store">
                {OLD_DEVICE_FATES.map((fate) => (
                  <option key={fate} value={fate}>
                    {t(fate)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t("reason")} issue={issue("reason")} required>
          {(control) => <Textarea {...control} name="reason" rows={3} maxLength={250} />}
        </Field>
        {question && (
          <Alert tone="warning" title={t("question")}>
            {t("questionHint")}
          </Alert>
        )}
      </div>
    </RecordDialog>
  );
}
