import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { listExport } from "@/lib/export/list-export";
import { findLots } from "./lot.data";
import { withOutcomes } from "./lot.operations";
import { LotListQuery, type LotRowDto } from "./lot.schema";

const COLUMNS = {
  number: 18,
  product: 24,
  verdict: 16,
  reason: 40,
  carrier: 24,
  placedAt: 28,
  expiresOn: 14,
  quantity: 10,
  unit: 10,
  status: 12,
  note: 40,
  customer: 24,
};

/** The lots that match the list's criteria, in its order, with the answer to whether they may be used. */
export const lotExport = listExport({
  kind: "lot",
  permission: "viewLot",
  input: LotListQuery,
  headers: "lot.field",
  columns: COLUMNS,
  async page(ctx, query) {
    const { items, total } = await findLots(ctx.db, visibilityOf(ctx), query);
    return { items: await withOutcomes(ctx, items), total };
  },
  cells(row: LotRowDto, { look, stamp }) {
    const t = look("lot");
    return {
      number: row.number,
      product: row.productName,
      verdict: t(`state.${row.outcome.state}`),
      reason: row.outcome.reasons.map((reason) => t(`reason.${reason}`)).join("; "),
      carrier: row.carrier && (row.carrier.name ?? t("detail.hidden")),
      placedAt: stamp(row.placedAt),
      expiresOn: row.expiresOn,
      quantity: row.quantity,
      unit: row.unit,
      status: t(`status.${row.status}`),
      note: row.note,
      customer: row.customerName,
    };
  },
});
