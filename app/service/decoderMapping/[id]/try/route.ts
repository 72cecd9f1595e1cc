import { tryDecoderMapping } from "@/features/adapter/mapping/mapping.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: tryDecoderMapping });
