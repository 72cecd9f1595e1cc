import { getMenuEntry, removeMenuEntry, updateMenuEntry } from "@/features/menu/menu.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getMenuEntry,
  PUT: updateMenuEntry,
  DELETE: removeMenuEntry,
});
