"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import type { RecordOption } from "@/components/form/record-select";
import { useRecordForm } from "@/components/form/use-record-form";
import { LOT_STATUSES } from "@/db/enums";
import type { ProductChoice } from "@/features/product/product.schema";
import { fromLocalInput } from "@/lib/datetime/zone";
import { typedNumber } from "@/lib/units/limits";
import { saveLot } from "../lot.client";
import { LotCreate, type LotDto, type LotRowDto, LotUpdate, NUMBER_LENGTH } from "../lot.schema";
import { CarrierField } from "./carrier-field";

type LotFormProps = RecordFormProps<LotRowDto> & { products: readonly ProductChoice[]; timeZone: string };

const NEUTRAL: LotRowDto["outcome"] = { state: "quarantine", by: "arithmetic", reasons: [] };

/** The form of a lot; a new one can be put into a carrier at once. */
export function LotForm({ record: lot, products, timeZone, onClose, onSaved }: LotFormProps) {
  const t = useTranslations("lot");
  const [productId, setProductId] = useState(String(lot?.productId ?? products[0]?.id ?? ""));
  const [carrier, setCarrier] = useState<RecordOption | null>(null);
  const form = useRecordForm({
    schema: lot ? LotUpdate.omit({ id: true }) : LotCreate,
    record: lot,
    send: (values): Promise<LotDto> => saveLot(lot?.id ?? null, values),
    onDone: (saved) => onSaved({ ...saved, outcome: lot?.outcome ?? NEUTRAL }),
  });
  const customerId = products.find(({ id }) => String(id) === productId)?.customerId ?? lot?.customerId;
  const known = lot && !products.some(({ id }) => id === lot.productId);
  const choices = [
    ...(known ? [{ value: lot.productId, label: `${lot.productName} (${lot.productCode})` }] : []),
    ...products.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` })),
  ];
  const submit = (data: FormData) => {
    const placedAt = fromLocalInput(String(data.get("placedAt") ?? ""), timeZone)?.toISOString() ?? null;
    void form.submit({
      ...{ productId, number: data.get("number"), unit: data.get("unit"), note: data.get("note") },
      expiresOn: data.get("expiresOn") || null,
      quantity: typedNumber(data.get("quantity")),
      status: data.get("status") ?? "active",
      ...(!lot && { carrierId: carrier?.id ?? null, placedAt }),
    });
  };
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  return (
    <RecordDialog
      title={lot ? t("edit") : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <SelectField
          form={form}
          name="productId"
          label={t("field.product")}
          required
          className={spanBoth}
          value={productId}
          onChange={(event) => setProductId(event.target.value)}
          options={choices}
        />
        <InputField {...field("number")} required maxLength={NUMBER_LENGTH} defaultValue={lot?.number} />
        <InputField {...field("expiresOn")} type="date" defaultValue={lot?.expiresOn ?? ""} />
        <InputField {...field("quantity")} inputMode="decimal" defaultValue={lot?.quantity ?? ""} />
        <InputField {...field("unit")} maxLength={20} defaultValue={lot?.unit} />
        {lot ? (
          <SelectField
            {...field("status")}
            className={spanBoth}
            defaultValue={lot.status}
            options={LOT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        ) : (
          <>
            <div className={spanBoth}>
              <CarrierField
                label={t("field.carrier")}
                customerId={customerId}
                value={carrier}
                onValue={setCarrier}
                issue={form.issue("carrierId")}
              />
            </div>
            <InputField {...field("placedAt")} type="datetime-local" />
          </>
        )}
        <InputField {...field("note")} maxLength={250} className={spanBoth} defaultValue={lot?.note} />
      </FormGrid>
    </RecordDialog>
  );
}
