import { ingestTts } from "@/features/adapter/lorawan/tts.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: ingestTts });
