import { getContactById, removeContact, updateContact } from "@/features/notice/contact/contact.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getContactById);
export const PUT = handle(updateContact);
export const DELETE = handle(removeContact);
