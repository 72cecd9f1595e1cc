import { afterAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { receiveReply } from "@/features/notice/reply/reply.operations";
import { noScope } from "@/lib/auth/scope";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

afterAll(() => db().$client.end({ timeout: 5 }));

const LIMIT = 600;

it("counts the replies of all addresses of an IPv6 network together", async () => {
  const call = async (address: string) => {
    const ctx = { ...systemContext(), actor: { type: "anonymous" as const }, scope: noScope(), address };
    const request = { url: "http://frost.test/service/notice/reply", headers: {} };
    return (await refusal(receiveReply.call(ctx, { body: "{}", token: "nobody's", request }))).code;
  };
  for (let host = 0; host < LIMIT; host += 1)
    expect(await call(`2001:db8:5:5::${host.toString(16)}`)).toBe("UNAUTHENTICATED");
  expect(await call("2001:db8:5:5:ffff::1")).toBe("RATE_LIMITED");
  expect(await call("2001:db8:5:6::1")).toBe("UNAUTHENTICATED");
});
