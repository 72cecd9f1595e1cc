import { ingestChirpStack } from "@/features/adapter/lorawan/chirpstack.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: ingestChirpStack });
