import { printers } from "@/features/printer/printer.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: printers.get,
  PUT: printers.update,
  DELETE: printers.remove,
});
