import "server-only";
import type { DeviceKind } from "@/db/enums";
import { hashToken, newToken } from "@/lib/auth/token";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { changing } from "./change/operations";
import { setGatewayToken } from "./data";
import { reading } from "./list/operations";
import { creating } from "./registration/operations";
import { removing } from "./removal/operations";
import type { IngestTokenDto } from "./schema";

const of = <K extends DeviceKind>(kind: K) => ({
  ...reading(kind),
  create: creating(kind),
  update: changing(kind),
  remove: removing(kind),
});

/** The calls of every kind of devices. */
export const devices = {
  sensor: of("sensor"),
  gateway: of("gateway"),
  display: of("display"),
  relay: of("relay"),
  base: of("base"),
  gas: of("gas"),
  magnetism: of("magnetism"),
} as const;

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
