import { createHmac } from "node:crypto";

/**
 * Ingest token of a simulated gateway: HMAC-SHA256 of its serial number under the installation's secret, base64url. The
 * token itself is not stored: the seed stores its hash as for any other gateway, and the simulator derives the token
 * again.
 */
export const simulatedGatewayToken = (authSecret: string, serialNumber: string): string =>
  derive(authSecret, `gateway/${serialNumber}`);

/** The customer-wide ingest token of a simulated customer, for devices without a gateway. */
export const simulatedCustomerToken = (authSecret: string, customerCode: string): string =>
  derive(authSecret, `customer/${customerCode}`);

function derive(authSecret: string, subject: string): string {
  return createHmac("sha256", authSecret).update(`simulated ${subject}`).digest("base64url");
}
