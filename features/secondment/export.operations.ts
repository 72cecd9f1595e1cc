import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { listExport } from "@/lib/export/list-export";
import { findSecondments, type SecondmentRow } from "./secondment.data";
import { SecondmentListQuery } from "./secondment.schema";

const COLUMNS = {
  serialNumber: 24,
  kind: 18,
  device: 24,
  lender: 28,
  borrower: 28,
  isTransfer: 18,
  state: 18,
  startsAt: 28,
  endsAt: 28,
  endedAt: 28,
  remark: 40,
  endReason: 40,
  createdAt: 28,
};

/** The secondments that match the list's criteria, in its order. */
export const secondmentExport = listExport({
  kind: "secondment",
  permission: "viewSecondment",
  input: SecondmentListQuery,
  headers: "secondment.field",
  columns: COLUMNS,
  page: (ctx, query) => findSecondments(ctx.db, visibilityOf(ctx), query),
  cells(row: SecondmentRow, { look, stamp }) {
    const t = look("secondment");
    const { serialNumber, remark, endReason } = row;
    return {
      ...{ serialNumber, remark, endReason },
      kind: t(`kind.${row.kind}`),
      device: row.device?.name ?? null,
      lender: row.lender.name,
      borrower: row.borrower.name,
      isTransfer: t(row.isTransfer ? "transfer" : "loan"),
      state: t(`state.${row.state}`),
      startsAt: stamp(row.startsAt),
      endsAt: stamp(row.endsAt),
      endedAt: stamp(row.endedAt),
      createdAt: stamp(row.createdAt),
    };
  },
});
