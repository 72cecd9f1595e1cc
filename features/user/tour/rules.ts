import type { Permission } from "@/lib/auth/permissions";

const HOME = "/home";
const TRANSPORTS = "/goods/transport";
const DETAIL_DATA = "/count/detailData";

/** The topics of the tour in order, with the codes that each requires (specification, section 2, and its page). */
const TOPICS = [
  { topic: "exceptions", needs: ["viewMonitorPointRealTime"], path: HOME },
  { topic: "history", needs: ["viewIncubator"], path: HOME },
  { topic: "alarmSwitch", needs: ["viewEx"], path: HOME },
  { topic: "transportCode", needs: ["viewCar", "viewTransport"], path: TRANSPORTS },
  { topic: "exportData", needs: ["viewDetailData"], path: DETAIL_DATA },
] as const satisfies readonly { topic: string; needs: readonly Permission[]; path: string }[];

export type TourTopic = (typeof TOPICS)[number]["topic"];
/** A topic and its page. */
export type TourStop = { topic: TourTopic; path: string };

/** The stops of the tour for these permissions, in order. */
export const tourStops = (permissions: ReadonlySet<Permission>): TourStop[] =>
  TOPICS.filter(({ needs }) => needs.every((permission) => permissions.has(permission))).map(({ topic, path }) => ({
    topic,
    path,
  }));
