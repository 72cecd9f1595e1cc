import { createContact, listContacts } from "@/features/notice/contact/contact.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listContacts);
export const POST = handle(createContact);
