import type { Permission } from "@/lib/auth/permissions";
import { mayOpen, SCREENS, type Screen } from "@/lib/page/screens";

const HOME = "/home";
const VEHICLES = "/carrier/vehicle";
const FRIDGES = "/carrier/refrigerator";

/** The topics of the tour in order, with the code that each requires (specification, section 2). */
const TOPICS = [
  { topic: "exceptions", permission: "viewMonitorPointRealTime", path: HOME },
  { topic: "history", permission: "viewIncubator", path: HOME },
  { topic: "alarmSwitch", permission: "viewEx", path: HOME },
  { topic: "transportCode", permission: "viewCar", path: VEHICLES },
  { topic: "exportData", permission: "viewDetailData", path: null },
] as const satisfies readonly { topic: string; permission: Permission; path: string | null }[];

export type TourTopic = (typeof TOPICS)[number]["topic"];
/** A topic and its page. */
export type TourStop = { topic: TourTopic; path: string };

/** A list with an export: that of refrigerators, which most users have, else the first accessible one. */
function exportPath(permissions: ReadonlySet<Permission>): string | null {
  const lists: readonly Screen[] = SCREENS.filter(({ group }) => group === "carrier");
  const open = lists.filter((screen) => mayOpen(screen, permissions)).map(({ path }) => path);
  return open.find((path) => path === FRIDGES) ?? open[0] ?? null;
}

/** The stops of the tour for these permissions, in order. */
export function tourStops(permissions: ReadonlySet<Permission>): TourStop[] {
  return TOPICS.filter(({ permission }) => permissions.has(permission)).flatMap(({ topic, path }) => {
    const place = path ?? exportPath(permissions);
    return place === null ? [] : [{ topic, path: place }];
  });
}
