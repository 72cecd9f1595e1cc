import { describe, expect, it } from "vitest";
import { addressOf } from "./client-address";

const PEER = "198.51.100.7";

describe("the address of a client", () => {
  it.each<[string, Record<string, string>, number, string]>([
    ["is the peer's", { "x-peer-address": PEER }, 0, PEER],
    ["is the peer's whatever the client claims", { "x-peer-address": PEER, "x-forwarded-for": "1.1.1.1" }, 0, PEER],
    [
      "is what the one proxy saw",
      { "x-peer-address": PEER, "x-forwarded-for": "1.1.1.1, 203.0.113.9" },
      1,
      "203.0.113.9",
    ],
    [
      "is what the outer of two proxies saw",
      { "x-peer-address": PEER, "x-forwarded-for": "1.1.1.1,203.0.113.9,10.0.0.2" },
      2,
      "203.0.113.9",
    ],
    ["is the peer's where a proxy is promised and none added to the list", { "x-peer-address": PEER }, 1, PEER],
    [
      "is the first known where more proxies are promised than there are",
      { "x-peer-address": PEER, "x-forwarded-for": "203.0.113.9" },
      3,
      "203.0.113.9",
    ],
    [
      "is the end of the list where the server does not tell the peer",
      { "x-forwarded-for": "1.1.1.1, 203.0.113.9" },
      0,
      "203.0.113.9",
    ],
    ["is the same behind one proxy", { "x-forwarded-for": "1.1.1.1, 203.0.113.9" }, 1, "203.0.113.9"],
    ["is empty where nobody tells", {}, 0, ""],
    ["is empty for an empty list", { "x-forwarded-for": " , " }, 0, ""],
    ["has an end", { "x-forwarded-for": "x".repeat(500) }, 0, "x".repeat(64)],
  ])("%s", (_, headers, proxies, address) => {
    expect(addressOf(new Headers(headers), proxies)).toBe(address);
  });
});
