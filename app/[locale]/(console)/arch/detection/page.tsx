import { ListSkeleton } from "@/components/data-table/list-skeleton";
import { zoneActions } from "@/features/zone/apply/operations";
import { ZoneScreen } from "@/features/zone/components/zone-screen";
import { loadZoneScreen } from "@/features/zone/zone.operations";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/arch/detection",
  messages: ["common", "error", "carrier", "zone"],
  skeleton: <ListSkeleton criteria={3} columns={8} />,
  render: async (ctx) => <ZoneScreen {...(await loadZoneScreen(ctx))} {...zoneActions(ctx)} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
