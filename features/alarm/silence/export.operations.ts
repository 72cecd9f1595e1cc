import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { listExport } from "@/lib/export/list-export";
import { findSilences } from "./silence.data";
import { type SilenceDto, SilenceListQuery } from "./silence.schema";

const COLUMNS = { reason: 40, state: 14, targets: 40, startsAt: 30, endsAt: 30, createdBy: 20, customer: 24 };

/** The maintenance silences that match the list's criteria, in its order. */
export const silenceExport = listExport({
  kind: "alarmSilence",
  permission: "viewAlarmSilence",
  input: SilenceListQuery,
  headers: "silence.column",
  columns: COLUMNS,
  page: (ctx, query) => findSilences(ctx.db, visibilityOf(ctx), query, ctx.now),
  cells(row: SilenceDto, { look, stamp }) {
    const t = look("silence");
    return {
      reason: row.reason,
      state: t(`state.${row.state}`),
      targets: row.targets.map(({ name }) => name).join("; "),
      startsAt: stamp(row.startsAt),
      endsAt: stamp(row.endedAt ?? row.endsAt),
      createdBy: row.createdBy ?? t("apiKey"),
      customer: row.customerName,
    };
  },
});
