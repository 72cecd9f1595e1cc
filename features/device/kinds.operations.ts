import "server-only";
import type { DeviceKind } from "@/db/enums";
import { changing } from "./change.operations";
import { reading } from "./list.operations";
import { creating } from "./registration.operations";
import { removing } from "./removal.operations";

const of = <K extends DeviceKind>(kind: K) => ({
  ...reading(kind),
  create: creating(kind),
  update: changing(kind),
  remove: removing(kind),
});

/** Operations by kind of device. */
export const devices = {
  sensor: of("sensor"),
  gateway: of("gateway"),
  display: of("display"),
  relay: of("relay"),
  base: of("base"),
  gas: of("gas"),
  magnetism: of("magnetism"),
} as const;
