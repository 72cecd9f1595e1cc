import { getTransportTemplate, importTransports } from "@/features/transport/import.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getTransportTemplate, POST: importTransports });
