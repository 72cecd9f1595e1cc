import { printGroups } from "@/features/printer/group/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: printGroups.get,
  PUT: printGroups.update,
  DELETE: printGroups.remove,
});
