import "server-only";
import { listExport } from "@/lib/export/list-export";
import { figureText } from "./figures.rules";
import { invalidRuleStore, withFacts } from "./invalid.data";
import { LISTED } from "./invalid.rules";
import { InvalidRuleListQuery, type InvalidRuleRowDto } from "./invalid.schema";

const COLUMNS = {
  name: 24,
  kind: 18,
  figures: 24,
  measure: 16,
  deviceType: 20,
  taken: 14,
  isEnabled: 12,
  createdAt: 30,
  customer: 24,
};

/** The rules for invalid readings that match the list's criteria, in its order. */
export const invalidRuleExport = listExport({
  kind: "invalidRule",
  permission: "viewExRule",
  input: InvalidRuleListQuery,
  headers: "invalidRule.field",
  columns: COLUMNS,
  page: async (ctx, query) => withFacts(ctx.db, await invalidRuleStore.find(ctx, query)),
  cells(row: InvalidRuleRowDto, { look, stamp, locale }) {
    const t = look("invalidRule");
    return {
      name: row.name,
      kind: t(`kind.${row.kind}`),
      figures: figureText(look("invalidRule.figure"), locale, row),
      measure: look("carrier.measure")(row.measure),
      deviceType: row.deviceTypeCode ?? t("allTypes"),
      taken: row.takenCount > LISTED ? t("taken.more", { count: LISTED }) : row.takenCount,
      isEnabled: t(`enabled.${row.isEnabled}`),
      createdAt: stamp(row.createdAt),
      customer: row.customerName,
    };
  },
});
