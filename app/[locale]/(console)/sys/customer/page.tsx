import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { CustomerScreen } from "@/features/customer/components/customer-screen";
import { loadCustomerScreen } from "@/features/customer/customer.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/customer",
  messages: ["common", "error", "customer"],
  skeleton: <ListSkeleton criteria={5} columns={9} />,
  render: async (ctx) => <CustomerScreen {...(await loadCustomerScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
