"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { useIssueText, useRecordForm } from "@/components/form/use-record-form";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { fromLocalInput } from "@/lib/datetime/zone";
import { type Act, reachableStops } from "../act.rules";
import { precoolingQuery, sendAct } from "../transport.client";
import { ActInput, EndInput, REASON_LENGTH, StopAct, type TransportDto } from "../transport.schema";
import { PrecoolingNote } from "./precooling";

type DialogProps = { transport: TransportDto; onClose: () => void; onDone: () => void };
type ActDialogProps = DialogProps & { act: Act; timeZone: string };

/** Asks what an act needs, and does it. */
export function ActDialog({ act, timeZone, ...props }: ActDialogProps) {
  const t = useTranslations("transport.act");
  const { transport, onClose } = props;
  const onDone = () => {
    showToast("normal", t(`${act}.done`, { number: transport.number }));
    props.onDone();
  };
  if (act === "close") return <CloseDialog {...{ transport, onClose, onDone }} />;
  if (act === "cancel")
    return (
      <EndingDialog
        title={t("cancel.title", { number: transport.number })}
        text={t(transport.loadedAt === null ? "cancel.hint" : "cancel.hintLoaded")}
        confirmLabel={t("cancel.action")}
        reasonLabel={t("reason")}
        send={(reason) => sendAct(transport.id, "cancel", { reason })}
        onClose={onClose}
        onDone={onDone}
      />
    );
  return <TimedDialog {...{ act, transport, timeZone, onClose, onDone }} />;
}

/** Why an act was refused, unless it is said beside a field. */
function useRefusal(form: { error: ReactNode; refusal: ReturnType<typeof useRecordForm>["refusal"] }) {
  const textOf = useIssueText();
  const [issue] = form.refusal?.issues ?? [];
  return form.error && issue ? textOf(issue) : form.error;
}

type TimedProps = DialogProps & { act: "load" | "depart" | "arrive"; timeZone: string };

/** Loading, departure or arrival, now or at a time of the past. */
function TimedDialog({ act, transport, timeZone, onClose, onDone }: TimedProps) {
  const t = useTranslations("transport");
  const [at, setAt] = useState<string | undefined>(undefined);
  const { id, number, stops, carrier, state } = transport;
  const reachable = reachableStops(stops);
  const form = useRecordForm({
    schema: act === "arrive" ? StopAct.omit({ id: true }) : ActInput.omit({ id: true }),
    send: (values) => sendAct(id, act, values),
    onDone,
  });
  const error = useRefusal(form);
  const submit = (data: FormData) =>
    void form.submit({ ...(act === "arrive" && { place: data.get("place") }), ...(at && { at }) });
  const loads = act === "load" || (act === "depart" && state === "planned");
  const stop = stops.find(({ departedAt }) => departedAt === null);
  const note = {
    load: t("act.load.hint", { carrier: carrier.name ?? t("hidden"), count: transport.lots.length }),
    depart: t(loads ? "act.depart.hintLoads" : "act.depart.hint", { from: stop?.name || t("openPlace") }),
    arrive: t("act.arrive.hint"),
  };
  return (
    <RecordDialog
      title={t(`act.${act}.title`, { number })}
      description={note[act]}
      submitLabel={t(`act.${act}.action`)}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={error}
    >
      <div className="flex flex-col gap-4">
        {act === "arrive" && (
          <SelectField
            form={form}
            name="place"
            label={t("act.stop")}
            required
            options={reachable.map(({ place, name }) => ({ value: place, label: name || t("openPlace") }))}
          />
        )}
        <InputField
          form={form}
          name="at"
          label={t("act.at")}
          hint={t("act.atHint")}
          type="datetime-local"
          className="sm:w-60"
          onChange={({ target }) => setAt(fromLocalInput(target.value, timeZone)?.toISOString())}
        />
        {loads && <Proof transport={transport} at={at} />}
      </div>
    </RecordDialog>
  );
}

/** The pre-cooling as it would be stored with the loading. */
function Proof({ transport, at }: { transport: TransportDto; at: string | undefined }) {
  const t = useTranslations("transport.precooling");
  const isAsked = transport.precoolingMinutes > 0;
  const { data, isPending, isError } = useQuery({ ...precoolingQuery(transport.id, at), enabled: isAsked });
  if (!isAsked) return <p className="text-muted-foreground text-sm">{t("none")}</p>;
  if (isError) return <p className="text-muted-foreground text-sm">{t("failed")}</p>;
  if (isPending) return <Skeleton className="h-16 rounded-md" />;
  return data && <PrecoolingNote precooling={data} />;
}

/** Ends a transport whose receiver answered on paper. */
function CloseDialog({ transport, onClose, onDone }: DialogProps) {
  const t = useTranslations("transport.act");
  const form = useRecordForm({
    schema: EndInput.omit({ id: true }),
    send: (values) => sendAct(transport.id, "close", values),
    onDone,
  });
  const error = useRefusal(form);
  return (
    <RecordDialog
      title={t("close.title", { number: transport.number })}
      description={t("close.hint")}
      submitLabel={t("close.action")}
      onClose={onClose}
      onSubmit={(data) => void form.submit({ reason: data.get("reason") })}
      pending={form.pending}
      error={error}
    >
      <TextareaField
        form={form}
        name="reason"
        label={t("reason")}
        hint={t("close.reasonHint")}
        required
        maxLength={REASON_LENGTH}
      />
    </RecordDialog>
  );
}
