"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { ScanButton } from "@/components/form/scan-button";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { probeKey } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import { fromLocalInput } from "@/lib/datetime/zone";
import { recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";
import { codeOfLabel } from "@/lib/validation/label-code";
import { findByCode, mountCandidatesPath, mountCandidatesQuery } from "../candidate.client";
import type { MountCandidateDto } from "../candidate.schema";
import { mount } from "../mounting.client";
import { ProbeName } from "../mounting.schema";
import { ProbeChoice } from "./probe-choice";

type MountDialogProps = {
  carrier: { id: number; name: string };
  timeZone: string;
  onClose: () => void;
  onDone: (name: string) => void;
};

const Values = z.object({
  deviceId: recordId()
    .nullable()
    .refine((id) => id !== null, { params: { rule: "required" } }),
  measures: z
    .array(ProbeName)
    .refine((measures) => measures.length > 0, { params: { rule: "required" } })
    .optional(),
  at: instant().optional(),
});

const toOption = ({ id, name, serialNumber }: MountCandidateDto): RecordOption => ({
  id,
  label: name,
  hint: name === serialNumber ? undefined : serialNumber,
});

/** Selects a device by typing or scanning its number, and the probes to mount. */
export function MountDialog({ carrier, timeZone, onClose, onDone }: MountDialogProps) {
  const t = useTranslations("mounting");
  const tError = useTranslations("error");
  const [device, setDevice] = useState<RecordOption | null>(null);
  const [left, setLeft] = useState<ReadonlySet<ProbeKey>>(new Set());
  const [unread, setUnread] = useState<string | null>(null);
  const { data: chosen } = useQuery({
    ...mountCandidatesQuery(carrier.id, device?.id ?? 0),
    enabled: device !== null,
  });
  const probes = (device && chosen?.probes) || [];
  const form = useRecordForm({
    schema: Values,
    send: ({ deviceId, measures, at }) =>
      mount(carrier.id, { deviceId: deviceId as number, ...(measures && { measures }), ...(at && { at }) }),
    onDone: () => onDone(device?.label ?? ""),
  });
  const choose = (next: RecordOption | null) => {
    setDevice(next);
    setLeft(new Set());
    setUnread(null);
  };
  const take = async (text: string) => {
    const code = codeOfLabel(text);
    try {
      const found = await findByCode(carrier.id, code);
      choose(found && toOption(found));
      if (!found) setUnread(t("unknownCode", { code }));
    } catch {
      setUnread(tError("INTERNAL"));
    }
  };
  const submit = (data: FormData) => {
    const at = fromLocalInput(String(data.get("at") ?? ""), timeZone)?.toISOString();
    const free = probes.flatMap(({ measure, channel, isFree }) => (isFree ? [probeKey(measure, channel)] : []));
    const measures = free.filter((key) => !left.has(key));
    void form.submit({
      deviceId: device?.id ?? null,
      // Omitting `measures` mounts all probes.
      ...((left.size > 0 || free.length < probes.length) && { measures }),
      ...(at && { at }),
    });
  };
  return (
    <RecordDialog
      title={t("mount")}
      description={t("mountHint", { carrier: carrier.name })}
      submitLabel={t("mount")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("device")} hint={t("deviceHint")} issue={unread ?? form.issue("deviceId")} required>
          {(control) => (
            <span className="flex items-start gap-2">
              <span className="min-w-0 flex-1">
                <RecordSelect<MountCandidateDto>
                  control={control}
                  name="deviceId"
                  path={mountCandidatesPath(carrier.id)}
                  value={device}
                  onChange={choose}
                  toOption={toOption}
                />
              </span>
              <ScanButton label={t("device")} onCode={(text) => void take(text)} />
            </span>
          )}
        </Field>
        {probes.length > 0 && (
          <ProbeChoice probes={probes} left={left} onLeave={setLeft} issue={form.issue("measures")} />
        )}
        <Field label={t("at")} hint={t("atHint")} issue={form.issue("at")} className="sm:w-60">
          {(control) => <Input {...control} type="datetime-local" name="at" />}
        </Field>
      </div>
    </RecordDialog>
  );
}
