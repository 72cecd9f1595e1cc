import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { listExport } from "@/lib/export/list-export";
import { findTransports } from "./transport.data";
import { type TransportDto, TransportListQuery } from "./transport.schema";

const COLUMNS = {
  number: 18,
  state: 14,
  route: 40,
  carrier: 24,
  departAt: 30,
  departedAt: 30,
  arriveAt: 30,
  arrivedAt: 30,
  lots: 30,
  consignor: 24,
  consignee: 24,
  how: 14,
  reference: 18,
  createdAt: 30,
  note: 40,
  customer: 24,
};

/** The transports that match the list's criteria, in its order. */
export const transportExport = listExport({
  kind: "transport",
  permission: "viewTransport",
  input: TransportListQuery,
  headers: "transport.field",
  columns: COLUMNS,
  page: (ctx, query) => findTransports(ctx.db, visibilityOf(ctx), query),
  cells(row: TransportDto, { look, stamp }) {
    const t = look("transport");
    const [from, to] = [row.stops[0], row.stops.at(-1)];
    return {
      number: row.number,
      state: t(`state.${row.state}`),
      route: row.stops.map(({ name }) => name || t("openPlace")).join(" → "),
      carrier: row.carrier.name ?? t("hidden"),
      departAt: stamp(from?.plannedDepartAt ?? null),
      departedAt: stamp(from?.departedAt ?? null),
      arriveAt: stamp(to?.plannedArriveAt ?? null),
      arrivedAt: stamp(to?.arrivedAt ?? null),
      lots: row.lots.map(({ number }) => number).join(", "),
      consignor: row.consignor,
      consignee: row.consignee,
      how: t(`how.${row.how}`),
      reference: row.reference,
      createdAt: stamp(row.createdAt),
      note: row.note,
      customer: row.customerName,
    };
  },
});
