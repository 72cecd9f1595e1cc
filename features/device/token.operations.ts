import "server-only";
import { assertHeld } from "@/features/carrier/mounting/mounting.rules";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { hashToken, newToken } from "@/lib/auth/token";
import { notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { setIngestToken } from "./device.data";
import type { IngestTokenDto } from "./device.schema";
import type { TokenKind } from "./token.rules";

/**
 * Builds the operation that issues a new ingest token for a device and revokes the old one. A gateway's token is valid
 * for all devices of its customer.
 */
const issuing = (kind: TokenKind) =>
  defineOperation({
    name: `${kind}.issueToken`,
    kind: "mutation",
    permission: `token${DEVICE_SUBJECT[kind]}` as const,
    input: ById,
    async run({ tx, scope, audit }, { id }): Promise<IngestTokenDto> {
      const token = newToken();
      const row = await setIngestToken(tx, scope, kind, id, hashToken(token));
      if (!row) throw notFound(kind, id);
      assertHeld(row, "id");
      audit({ customerId: row.customerId });
      return { id, token };
    },
    audit: { entity: kind, id: ({ id }) => id },
  });

export const issueGatewayToken = issuing("gateway");
export const issueSensorToken = issuing("sensor");
export const issueGasToken = issuing("gas");
export const issueMagnetismToken = issuing("magnetism");
