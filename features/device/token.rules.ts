import type { DeviceKind } from "@/db/enums";

/** Kinds that may have an ingest token. Only a gateway's token is valid for other devices too. */
export const TOKEN_KINDS = ["sensor", "gateway", "gas", "magnetism"] as const satisfies readonly DeviceKind[];
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const isTokenKind = (kind: DeviceKind): kind is TokenKind =>
  (TOKEN_KINDS as readonly DeviceKind[]).includes(kind);
