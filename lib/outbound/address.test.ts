import { describe, expect, it } from "vitest";
import { isAllowed, reachOf } from "./address";

describe("reachOf", () => {
  it.each([
    ["8.8.8.8", "public"],
    ["172.15.255.255", "public"],
    ["172.32.0.1", "public"],
    ["2606:4700::1111", "public"],
    ["::ffff:8.8.8.8", "public"],
    ["10.0.0.1", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["127.0.0.1", "private"],
    ["127.1.2.3", "private"],
    ["100.100.100.200", "private"],
    ["198.18.0.1", "private"],
    ["::1", "private"],
    ["::ffff:127.0.0.1", "private"],
    ["::ffff:7f00:1", "private"],
    ["::ffff:192.168.0.9", "private"],
    ["fd00::1", "private"],
    ["64:ff9b::7f00:1", "private"],
    ["64:ff9b:1::7f00:1", "private"],
    ["64:ff9b:2::1", "public"],
    ["::7f00:1", "private"],
    ["::127.0.0.1", "private"],
    ["::1:0:0:1", "public"],
    ["fec0::1", "private"],
    ["2002:7f00:1::", "private"],
    ["169.254.169.254", "never"],
    ["::ffff:169.254.169.254", "never"],
    ["0.0.0.0", "never"],
    ["0.1.2.3", "never"],
    ["224.0.0.1", "never"],
    ["255.255.255.255", "never"],
    ["::", "never"],
    ["fe80::1", "never"],
    ["ff02::1", "never"],
    ["localhost", "never"],
    ["2130706433", "never"],
    ["", "never"],
  ])("%s is %s", (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });
});

it.each([
  ["8.8.8.8", true, true],
  ["10.0.0.1", true, false],
  ["169.254.169.254", false, false],
])("%s may be reached with leave for private networks: %s, without: %s", (address, withLeave, without) => {
  expect([isAllowed(address, true), isAllowed(address, false)]).toEqual([withLeave, without]);
});
