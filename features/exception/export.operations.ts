import "server-only";
import { listExport, until } from "@/lib/export/list-export";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { differenceCell, shownCell, unitOf } from "@/lib/units/format";
import { findExceptions, seesCarrier, seesDevice } from "./exception.data";
import { isOngoing } from "./exception.rules";
import { type ExceptionDto, ExceptionListQuery } from "./exception.schema";
import { withFigures } from "./figures/figures.service";
import { refusal } from "./handling/rules";
import { commentsIn } from "./handling/suggestion.service";
import { findExceptionIds } from "./list.data";
import { shownLimits, whatOf } from "./phrase.rules";

const COLUMNS = {
  id: 10,
  severity: 12,
  type: 22,
  carrier: 24,
  scene: 30,
  device: 30,
  what: 30,
  startedAt: 30,
  endedAt: 30,
  durationMinutes: 14,
  minimum: 10,
  maximum: 10,
  peak: 10,
  mean: 10,
  degreeMinutes: 16,
  meanKineticTemperature: 12,
  kineticRefusal: 40,
  unit: 8,
  acknowledgedAt: 30,
  acknowledgedBy: 18,
  comment: 30,
  status: 14,
  reason: 24,
  measures: 30,
  remark: 30,
  analysis: 20,
  handledBy: 18,
  handledAt: 30,
  removedAt: 30,
  removedBy: 18,
  removalReason: 30,
};

/** The exceptions that match the list's criteria, in its order, with their figures and how they were handled. */
export const exceptionExport = listExport({
  kind: "exception",
  permission: "viewEx",
  input: ExceptionListQuery,
  headers: "download.exception",
  columns: COLUMNS,
  async page(ctx, query) {
    const { db, scope, now } = ctx;
    const { carrierId, deviceId } = query;
    if (carrierId && !(await seesCarrier(db, scope, carrierId))) throw refusal.carrierNotFound(carrierId);
    if (deviceId && !(await seesDevice(db, scope, deviceId))) throw refusal.deviceNotFound(deviceId);
    const { items, total } = await findExceptionIds(db, scope, until(ctx, query), now);
    const found = await withFigures(ctx, await findExceptions(db, scope, items, now));
    const worded = await commentsIn(toLocale(ctx.locale) ?? DEFAULT_LOCALE);
    return {
      items: found.map((row) => ({ ...row, acknowledgementComment: worded(row.acknowledgementComment) })),
      total,
    };
  },
  cells(row: ExceptionDto, { look, stamp, values }) {
    const t = look("exception");
    const { minimum, maximum } = shownLimits(row);
    const shown = (value: number | null) => (row.measure ? shownCell(value, row.measure, values) : value);
    return {
      id: row.id,
      severity: t(`severity.${row.severity}`),
      type: t(`type.${row.type}`),
      carrier: row.carrier?.name ?? null,
      scene: row.scenePath.map(({ name }) => name).join(" / "),
      device: `${row.device.name} (${row.device.serialNumber})`,
      what: whatOf(row, t),
      startedAt: stamp(row.startedAt),
      // Also in a period that it began before: open ones are in every list.
      endedAt: isOngoing(row) ? t("state.open") : stamp(row.endedAt),
      durationMinutes: Math.round(row.durationSeconds / 6) / 10,
      minimum: shown(minimum),
      maximum: shown(maximum),
      peak: shown(row.peak),
      mean: shown(row.mean),
      degreeMinutes: row.measure ? differenceCell(row.degreeMinutes, row.measure, values) : row.degreeMinutes,
      meanKineticTemperature: shown(row.meanKineticTemperature),
      kineticRefusal: row.kineticRefusal && look("common.kinetic")(row.kineticRefusal),
      unit: row.measure ? unitOf(row.measure, values) : null,
      acknowledgedAt: stamp(row.acknowledgedAt),
      acknowledgedBy: row.acknowledgedBy,
      comment: row.acknowledgementComment,
      status: t(`status.${row.isClosed ? "closed" : row.status}`),
      reason: row.reason && (row.reason.code ? t(`reason.${row.reason.code}`) : row.reason.name),
      measures: row.measures,
      remark: row.remark,
      analysis: row.analysisResult && t(`analysis.${row.analysisResult}`),
      handledBy: row.handledBy,
      handledAt: stamp(row.handledAt),
      removedAt: stamp(row.removedAt),
      removedBy: row.removedBy,
      removalReason: row.removalReason,
    };
  },
});
