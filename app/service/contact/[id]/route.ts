import { getContactById, removeContact, updateContact } from "@/features/notice/contact/contact.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getContactById,
  PUT: updateContact,
  DELETE: removeContact,
});
