import type { Permission } from "@/lib/auth/permissions";
import { mayOpen, type ScreenPath, screenOf } from "@/lib/page/screens";

/** The second key after `g`, and the screen that it opens. */
const SCREEN_KEYS: readonly (readonly [key: string, path: ScreenPath])[] = [
  ["h", "/home"],
  ["m", "/databoard/monitoringPoint"],
  ["d", "/databoard/deviceMonitor"],
  ["p", "/databoard/monitorMap"],
  ["e", "/abnormal/dataex"],
  ["s", "/abnormal/silence"],
  ["t", "/sysAlarm"],
  ["o", "/order/workOrder"],
  ["r", "/count/dataReport"],
  ["y", "/count/statistic"],
  ["a", "/arch/architecture"],
  ["c", "/arch/contacts"],
  ["u", "/user/userinfo"],
  ["l", "/noti/sysLog"],
];

export type ScreenKey = { key: string; path: string; title: string };

/** The keys of the screens that a holder of `permissions` may open; `titleOf` names a screen by its title's key. */
export const screenKeysFor = (permissions: ReadonlySet<Permission>, titleOf: (title: string) => string): ScreenKey[] =>
  SCREEN_KEYS.filter(([, path]) => mayOpen(screenOf(path), permissions)).map(([key, path]) => ({
    key,
    path,
    title: titleOf(screenOf(path).title),
  }));
