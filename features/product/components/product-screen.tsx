import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import type { ListView } from "@/lib/resource/list-query";
import type { ProductRowDto } from "../product.schema";
import { ProductTable, type ProductTableProps } from "./product-table";

/** Products: the criteria and the rows. */
export function ProductScreen({ view, ...props }: ProductTableProps & { view: ListView<ProductRowDto> }) {
  const t = useTranslations("product");
  return (
    <ListScreen
      path="/goods/product"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.hint") },
        selectOf("isEnabled", t("field.isEnabled"), ["true", "false"], (value) => t(`enabled.${value}`)),
      ]}
    >
      {(table) => <ProductTable {...table} {...props} />}
    </ListScreen>
  );
}
