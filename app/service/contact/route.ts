import { createContact, listContacts } from "@/features/notice/contact/contact.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listContacts, POST: createContact });
