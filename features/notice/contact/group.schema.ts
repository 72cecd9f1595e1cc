import { z } from "zod";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";

/** A group of contacts. `customerId` is for users who manage several customers; it defaults to the user's own. */
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
  contactCount: number;
  /** The names of the triggers whose plan notifies the group. An empty name is the customer's connection watch. */
  triggers: string[];
  createdAt: string;
  version: number;
};
