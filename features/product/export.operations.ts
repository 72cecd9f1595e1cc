import "server-only";
import { listExport } from "@/lib/export/list-export";
import { shownCell } from "@/lib/units/format";
import { allowedTexts } from "./phrase.rules";
import { productStore, withLots } from "./product.data";
import { ProductListQuery, type ProductRowDto } from "./product.schema";

const COLUMNS = {
  name: 24,
  code: 14,
  minimum: 14,
  maximum: 14,
  budget: 40,
  freezeLimit: 18,
  kineticClass: 24,
  kineticLimit: 14,
  unobservedMinutes: 18,
  source: 40,
  lots: 8,
  isEnabled: 12,
  customer: 24,
};

/** The products that match the list's criteria, in its order. */
export const productExport = listExport({
  kind: "product",
  permission: "viewProduct",
  input: ProductListQuery,
  headers: "product.field",
  columns: COLUMNS,
  page: async (ctx, query) => withLots(ctx.db, await productStore.find(ctx, query)),
  cells(row: ProductRowDto, { look, values, head }) {
    const t = look("product");
    const shown = (celsius: number | null) => shownCell(celsius, "temperature", head);
    return {
      name: row.name,
      code: row.code,
      minimum: shown(row.minimum),
      maximum: shown(row.maximum),
      budget:
        allowedTexts(row, (key, values) => t(`says.${key}`, values as never), values).join("; ") || t("says.nothing"),
      freezeLimit: row.isFreezeSensitive ? shown(row.freezeLimit) : null,
      kineticClass: t(`kineticClass.${row.kineticClass}`),
      kineticLimit: shown(row.kineticLimit),
      unobservedMinutes: row.unobservedMinutes,
      source: row.source,
      lots: row.lotCount,
      isEnabled: t(`enabled.${row.isEnabled}`),
      customer: row.customerName,
    };
  },
});
