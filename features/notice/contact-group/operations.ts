import "server-only";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { crud } from "@/lib/resource/crud";
import { contactGroupStore, findPeople } from "./data";
import { type ContactGroupDto, ContactGroupInput, ContactGroupListQuery } from "./schema";

const groups = crud({
  subject: "Contacts",
  listQuery: ContactGroupListQuery,
  input: ContactGroupInput,
  store: contactGroupStore,
});

/** The people go with their group, and the trail keeps who they were. */
const removeGroup = defineOperation({
  name: "contactGroup.remove",
  kind: "mutation",
  permission: "removeContacts",
  input: ById,
  async run({ tx, scope, track }, { id }): Promise<ContactGroupDto> {
    const group = await contactGroupStore.get(tx, scope, id);
    const contacts = await findPeople(tx, scope, id);
    track({ customerId: group.customerId, old: { ...group, contacts } });
    return contactGroupStore.remove(tx, scope, id);
  },
  audit: { entity: "contactGroup", id: ({ id }) => id },
});

/** Groups of people to tell. */
export const contactGroups = { ...groups, remove: removeGroup };
