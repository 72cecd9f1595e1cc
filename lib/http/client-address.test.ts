import { describe, expect, it } from "vitest";
import { addressOf, networkOf } from "./client-address";

const SECRET = "the secret of this process";
const PEER = "198.51.100.7";
/** As set by the preload. */
const OWN = { "x-peer-address": `${SECRET} ${PEER}` };

describe("the address of a client", () => {
  it.each<[string, Record<string, string>, number, string]>([
    ["is the peer's", OWN, 0, PEER],
    ["is the peer's whatever the client claims", { ...OWN, "x-forwarded-for": "1.1.1.1" }, 0, PEER],
    ["is what the one proxy saw", { ...OWN, "x-forwarded-for": "1.1.1.1, 203.0.113.9" }, 1, "203.0.113.9"],
    [
      "is what the outer of two proxies saw",
      { ...OWN, "x-forwarded-for": "1.1.1.1,203.0.113.9,10.0.0.2" },
      2,
      "203.0.113.9",
    ],
    ["is the peer's where a proxy is promised and none added to the list", OWN, 1, PEER],
    [
      "is the first known where more proxies are promised than there are",
      { ...OWN, "x-forwarded-for": "203.0.113.9" },
      3,
      "203.0.113.9",
    ],
    ["is empty where nobody tells", {}, 0, ""],
    ["is empty for an empty list", { "x-forwarded-for": " , " }, 1, ""],
    ["has an end", { "x-forwarded-for": "x".repeat(500) }, 1, "x".repeat(64)],
  ])("%s", (_, headers, proxies, address) => {
    expect(addressOf(new Headers(headers), proxies, SECRET)).toBe(address);
  });

  const CLAIMS: [string, Record<string, string>][] = [
    ["the peer's header", { "x-peer-address": "1.1.1.1" }],
    ["the peer's header with another secret", { "x-peer-address": "guessed 1.1.1.1" }],
    ["the peer's header with no secret", { "x-peer-address": "undefined 1.1.1.1" }],
    ["the list of proxies", { "x-forwarded-for": "1.1.1.1" }],
    ["both", { "x-peer-address": "1.1.1.1", "x-forwarded-for": "1.1.1.1" }],
  ];

  it.each(CLAIMS)("is not the client's own claim where no preload tells the peer: %s", (_, headers) => {
    for (const secret of [undefined, SECRET]) expect(addressOf(new Headers(headers), 0, secret)).toBe("");
  });

  it.each(CLAIMS)("is what the trusted proxy has added there, not what the client sends: %s", (_, headers) => {
    const list = headers["x-forwarded-for"];
    const behindProxy = new Headers({
      ...headers,
      "x-forwarded-for": [list, "203.0.113.9"].filter(Boolean).join(", "),
    });
    for (const secret of [undefined, SECRET]) expect(addressOf(behindProxy, 1, secret)).toBe("203.0.113.9");
  });
});

describe("the network that limits count by", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", ""],
    ["unknown", "unknown"],
  ])("of %j is %j", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
