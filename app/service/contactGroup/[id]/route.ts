import { contactGroups } from "@/features/notice/contact/group.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: contactGroups.get,
  PUT: contactGroups.update,
  DELETE: contactGroups.remove,
});
