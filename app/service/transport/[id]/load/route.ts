import { loadTransport } from "@/features/transport/transport.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: loadTransport });
