import { expect, it } from "vitest";
import { simulatedCustomerToken, simulatedGatewayToken } from "./credential.rules";

it("derives a token of its own for each secret, gateway and customer", () => {
  const token = simulatedGatewayToken("a secret of some length", "GW1-1");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(simulatedGatewayToken("a secret of some length", "GW1-1")).toBe(token);
  const others = [
    simulatedGatewayToken("another secret of length", "GW1-1"),
    simulatedGatewayToken("a secret of some length", "GW1-2"),
    simulatedCustomerToken("a secret of some length", "GW1-1"),
  ];
  expect(new Set([token, ...others]).size).toBe(4);
});
