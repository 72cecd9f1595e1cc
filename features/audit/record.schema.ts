import type { DeviceKind } from "@/db/enums";

/** The subject of the rows: a carrier or device by name, or any other record by its id. */
export type SubjectDto =
  | { what: "carrier"; id: number; name: string }
  | { what: "device"; id: number; name: string; kind: DeviceKind }
  | { what: "record"; entity: string; entityId: string; name: string | null };
