"use client";

import { BatchActions } from "@/components/data-table/batch-actions";
import type { Action } from "@/components/data-table/row-menu";
import { PrintSelected } from "@/features/print/components/print-button";
import type { CarrierRowDto } from "../carrier.schema";
import type { Verb } from "./actions";

type CarrierBatchProps = {
  rows: readonly CarrierRowDto[];
  actions: readonly Action<Verb>[];
  onAction: (verb: Verb, rows: readonly CarrierRowDto[]) => void;
  mayPrint: boolean;
};

/** What can be done with the selected carriers; loaded with the first selection. */
export function CarrierBatch({ rows, actions, onAction, mayPrint }: CarrierBatchProps) {
  return (
    <>
      <BatchActions rows={rows} actions={actions} onAction={onAction} />
      {mayPrint && <PrintSelected rows={rows} contents={["carrierLabel", "dayRecord"]} />}
    </>
  );
}
