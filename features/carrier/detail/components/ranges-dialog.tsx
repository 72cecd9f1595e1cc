"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { zonesOf } from "../../carrier.client";
import { CarrierZones } from "../../carrier.schema";
import { ZoneFields } from "../../components/monitoring-fields";
import { rangesQuery, saveRanges } from "../detail.client";

type RangesDialogProps = {
  carrier: { id: number; name: string; customerId: number };
  /** Whether the user may create a range. */
  mayMakeRange: boolean;
  onClose: () => void;
  onDone: () => void;
};

const Values = z.object({ zones: CarrierZones });

/** Sets the range of each measure of a carrier. */
export function RangesDialog({ carrier, mayMakeRange, onClose, onDone }: RangesDialogProps) {
  const t = useTranslations("carrier-detail.trigger");
  const tError = useTranslations("error");
  const { data, isError } = useQuery(rangesQuery(carrier.id));
  const form = useRecordForm({
    schema: Values,
    send: ({ zones }) => saveRanges(carrier.id, zones),
    onDone: () => {
      showToast("normal", t("rangesDone", { name: carrier.name }));
      onDone();
    },
  });
  return (
    <RecordDialog
      title={t("rangesTitle")}
      description={t("rangesHint", { name: carrier.name })}
      onClose={onClose}
      onSubmit={(values) => data && form.submit({ zones: zonesOf(values) })}
      pending={form.pending}
      error={form.error ?? (isError ? tError("INTERNAL") : undefined)}
    >
      {data ? (
        <>
          <FormGrid>
            <ZoneFields
              bound={data.zones}
              mounted={data.mountedMeasures}
              customerId={carrier.customerId}
              mayMakeRange={mayMakeRange}
              issue={form.issue("zones")}
            />
          </FormGrid>
          <Alert tone="info" className="mt-4">
            {t("rangesFrom")}
          </Alert>
        </>
      ) : (
        <Skeleton className="h-24" />
      )}
    </RecordDialog>
  );
}
