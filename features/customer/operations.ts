import "server-only";
import { hashToken, newToken } from "@/lib/auth/token";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { setCustomerToken } from "./data";
import type { IngestTokenDto } from "./schema";

/** A new customer-wide ingest token; the earlier one stops working. */
export const issueCustomerToken = defineOperation({
  name: "customer.issueToken",
  kind: "mutation",
  permission: "tokenCustomer",
  input: ById,
  async run({ tx, scope, track }, { id }): Promise<IngestTokenDto> {
    const token = newToken();
    if (!(await setCustomerToken(tx, scope, id, hashToken(token)))) throw notFound("customer", id);
    track({ customerId: id });
    return { id, token };
  },
  audit: { entity: "customer", id: ({ id }) => id },
});
