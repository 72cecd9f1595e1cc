import { z } from "zod";
import { CARRIER_TYPES, type CarrierType } from "@/db/enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";

/** The carriers bound to a trigger. */
export const BoundQuery = listQuery({ sort: ["name"], filters: ById.shape });

/** The carriers of the trigger's customer. */
export const BindableQuery = listQuery({
  sort: ["name"],
  filters: { ...ById.shape, type: z.enum(CARRIER_TYPES).optional() },
});
export type BindableQuery = z.output<typeof BindableQuery>;

/** A carrier with its present trigger. */
export type BindableDto = {
  id: number;
  name: string;
  type: CarrierType;
  sceneName: string;
  current: { id: number; name: string } | null;
  /** Whether the actor may change carriers of its type. */
  mayEdit: boolean;
};
