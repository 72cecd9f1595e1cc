import { getDecoderMapping, saveDecoderMapping } from "@/features/adapter/mapping/mapping.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getDecoderMapping);
export const PUT = handle(saveDecoderMapping);
