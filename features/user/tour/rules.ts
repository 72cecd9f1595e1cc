import type { Permission } from "@/lib/auth/permissions";

const HOME = "/home";
const VEHICLES = "/carrier/vehicle";
const DETAIL_DATA = "/count/detailData";

/** The topics of the tour in order, with the code that each requires (specification, section 2). */
const TOPICS = [
  { topic: "exceptions", permission: "viewMonitorPointRealTime", path: HOME },
  { topic: "history", permission: "viewIncubator", path: HOME },
  { topic: "alarmSwitch", permission: "viewEx", path: HOME },
  { topic: "transportCode", permission: "viewCar", path: VEHICLES },
  { topic: "exportData", permission: "viewDetailData", path: DETAIL_DATA },
] as const satisfies readonly { topic: string; permission: Permission; path: string }[];

export type TourTopic = (typeof TOPICS)[number]["topic"];
/** A topic and its page. */
export type TourStop = { topic: TourTopic; path: string };

/** The stops of the tour for these permissions, in order. */
export const tourStops = (permissions: ReadonlySet<Permission>): TourStop[] =>
  TOPICS.filter(({ permission }) => permissions.has(permission)).map(({ topic, path }) => ({ topic, path }));
