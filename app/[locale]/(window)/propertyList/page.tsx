import { PropertyList } from "@/features/device/components/property-list";
import { loadProperties } from "@/features/device/detail.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/propertyList",
  messages: ["common", "device"],
  name: async (ctx) => (await loadProperties(ctx)).device.name,
  render: async (ctx) => <PropertyList {...(await loadProperties(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
