import type { DeviceKind } from "@/db/enums";

/** What the rows are about: a place or a device by name, or any other record by its number. */
export type SubjectDto =
  | { what: "carrier"; id: number; name: string }
  | { what: "device"; id: number; name: string; kind: DeviceKind }
  | { what: "record"; entity: string; entityId: string; name: string | null };
