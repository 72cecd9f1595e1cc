import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { UnitScreen } from "@/features/unit/components/unit-screen";
import { loadUnitScreen } from "@/features/unit/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/unitMeasurement",
  messages: ["common", "error", "carrier", "catalogue"],
  skeleton: <ListSkeleton criteria={2} columns={7} />,
  render: async (ctx) => <UnitScreen {...(await loadUnitScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
