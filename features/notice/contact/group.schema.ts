import { z } from "zod";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";

/** A group of contacts. `customerId` is for those who work for several customers; otherwise it is the own one. */
export const ContactGroupInput = z.strictObject({ customerId: recordId().optional(), name: requiredText(30) });
export type ContactGroupInput = z.output<typeof ContactGroupInput>;

export const ContactGroupListQuery = listQuery({
  sort: ["name", "createdAt"],
  filters: { customerId: recordId().optional() },
});
export type ContactGroupListQuery = z.output<typeof ContactGroupListQuery>;

export type ContactGroupDto = {
  id: number;
  customerId: number;
  name: string;
  /** How many people it holds. */
  contactCount: number;
  /** The alarm triggers whose notification plan tells it, by name; an empty one is the customer's connection watch. */
  triggers: string[];
  createdAt: string;
};
