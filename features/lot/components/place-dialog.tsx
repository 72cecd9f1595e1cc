"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { InputField } from "@/components/form/record-fields";
import type { RecordOption } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { fromLocalInput } from "@/lib/datetime/zone";
import { placeLot } from "../lot.client";
import { type LotDto, PlaceInput } from "../lot.schema";
import { CarrierField } from "./carrier-field";

type PlaceDialogProps = { lot: LotDto; timeZone: string; onClose: () => void; onDone: () => void };

/** Puts a lot into a carrier, out of the one that it is in. */
export function PlaceDialog({ lot, timeZone, onClose, onDone }: PlaceDialogProps) {
  const t = useTranslations("lot");
  const [carrier, setCarrier] = useState<RecordOption | null>(null);
  const [how, setHow] = useState<"hand" | "scan">("hand");
  const form = useRecordForm({
    schema: PlaceInput.omit({ id: true }),
    send: ({ carrierId, at, how: by }) => placeLot(lot.id, { carrierId, how: by, ...(at !== undefined && { at }) }),
    onDone: () => {
      showToast("normal", t("place.done"));
      onDone();
    },
  });
  const submit = (data: FormData) => {
    const at = fromLocalInput(String(data.get("at") ?? ""), timeZone)?.toISOString();
    void form.submit({ carrierId: carrier?.id, how, ...(at && { at }) });
  };
  const now = lot.carrier ? t("place.now", { carrier: lot.carrier.name ?? t("detail.hidden") }) : t("place.nowhere");
  return (
    <RecordDialog
      title={`${t(lot.carrier ? "place.move" : "place.title")}: ${lot.number}`}
      description={`${lot.productName} · ${now}`}
      submitLabel={t(lot.carrier ? "place.move" : "place.submit")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <CarrierField
          label={t("field.carrier")}
          customerId={lot.customerId}
          value={carrier}
          onValue={(value, by) => {
            setCarrier(value);
            setHow(by);
          }}
          issue={form.issue("carrierId")}
          required
        />
        <InputField
          form={form}
          name="at"
          label={t("place.at")}
          hint={t("place.atHint")}
          type="datetime-local"
          className="sm:w-60"
        />
      </div>
    </RecordDialog>
  );
}
