import { UnitScreen } from "@/features/unit/components/unit-screen";
import { loadUnitScreen } from "@/features/unit/operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sys/unitMeasurement",
  messages: ["common", "error", "carrier", "catalogue"],
  render: async (ctx) => <UnitScreen {...(await loadUnitScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
