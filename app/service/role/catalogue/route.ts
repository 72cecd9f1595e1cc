import { getCatalogue } from "@/features/role/catalogue.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getCatalogue });
