import { templates } from "@/features/report/template/template.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: templates.get,
  PUT: templates.update,
  DELETE: templates.remove,
});
