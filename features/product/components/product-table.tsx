"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ListTable } from "@/components/data-table/list-screen";
import { RecordList, type Rights } from "@/components/data-table/record-list";
import { ExportMenu, exportQuery } from "@/features/file/components/export-menu";
import { PRODUCT_PATH } from "../product.client";
import type { ProductRowDto } from "../product.schema";
import { useColumns } from "./columns";

// The form and its schema are loaded when first opened.
const ProductForm = dynamic(() => import("./product-form").then((module) => module.ProductForm), { ssr: false });

export type ProductTableProps = {
  rights: Rights;
  showsCustomers: boolean;
  customer: { id: number; name: string };
  mayLots: boolean;
};

export function ProductTable(props: ListTable<ProductRowDto> & ProductTableProps) {
  const { showsCustomers, customer, mayLots, ...list } = props;
  const t = useTranslations("product");
  const columns = useColumns({ showsCustomers, mayLots });
  return (
    <RecordList
      id="product"
      service={PRODUCT_PATH}
      {...list}
      nameOf={({ name }) => name}
      columns={columns}
      toolbar={<ExportMenu kind="product" query={exportQuery(list.list.query)} />}
      form={(form) => <ProductForm {...form} customer={showsCustomers ? customer : null} />}
      words={{ caption: t("caption"), create: t("new"), empty: t("empty"), emptyHint: t("emptyHint") }}
    />
  );
}
