import "server-only";
import { hashToken, newToken } from "@/lib/auth/token";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { setGatewayToken } from "./data";
import type { IngestTokenDto } from "./schema";

/** A new ingest token for a gateway; the earlier one stops working. */
export const issueGatewayToken = defineOperation({
  name: "gateway.issueToken",
  kind: "mutation",
  permission: "tokenGateway",
  input: ById,
  async run({ tx, scope, track }, { id }): Promise<IngestTokenDto> {
    const token = newToken();
    const row = await setGatewayToken(tx, scope, id, hashToken(token));
    if (!row) throw notFound("gateway", id);
    track({ customerId: row.customerId });
    return { id, token };
  },
  audit: { entity: "gateway", id: ({ id }) => id },
});
