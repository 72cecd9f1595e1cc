import type { DeviceKind } from "@/db/enums";

/** Devices that may have an ingest token; that of any but a gateway is good for the device alone. */
export const TOKEN_KINDS = ["sensor", "gateway", "gas", "magnetism"] as const satisfies readonly DeviceKind[];
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const isTokenKind = (kind: DeviceKind): kind is TokenKind =>
  (TOKEN_KINDS as readonly DeviceKind[]).includes(kind);
