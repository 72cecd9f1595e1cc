import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { ProductScreen } from "@/features/product/components/product-screen";
import { loadProductScreen } from "@/features/product/product.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/goods/product",
  messages: ["common", "error", "product"],
  skeleton: <ListSkeleton criteria={2} columns={7} />,
  render: async (ctx) => <ProductScreen {...(await loadProductScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
