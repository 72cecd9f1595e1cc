import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import { SCREENS, screenBehind } from "./screens";

const all = new Set(SCREENS.map(({ permission }) => permission)) as ReadonlySet<string> as ReadonlySet<Permission>;

describe("the address of a group", () => {
  it.each([
    ["/arch", "/arch/architecture"],
    ["/databoard", "/databoard/deviceMonitor"],
    ["/carrier", "/carrier/incubator"],
    ["/personal", "/personal/material"],
    ["/code", "/code/findCode"],
    ["/abnormal", "/abnormal/dataex"],
    ["/sys", "/sys/customer"],
    ["/sys/scheduled", "/sys/customer"],
    ["/order", "/order/workOrder"],
    ["/user", "/user/userinfo"],
    ["/count", "/count/dataReport"],
    ["/device", "/device/sensor"],
    ["/noti", "/noti/notification"],
    ["/layout", "/home"],
    ["/account", "/user/userinfo"],
    ["/log", "/noti/notification"],
    ["/application", "/count/dataReport"],
    ["/material", "/personal/material"],
  ])("%s leads to %s", (path, screen) => {
    expect(screenBehind(path, all)).toBe(screen);
  });

  it("leads to the first screen that the account may open, or home", () => {
    expect(screenBehind("/arch", new Set(["viewContacts"]))).toBe("/arch/contacts");
    expect(screenBehind("/sys", new Set(["viewContacts"]))).toBe("/home");
    expect(screenBehind("/personal", new Set())).toBe("/personal/material");
  });

  it("is no other address", () => {
    for (const path of ["/nowhere", "/arch/nowhere", "/"]) expect(screenBehind(path, all)).toBeNull();
  });
});
