import { tryDecoderMapping } from "@/features/adapter/mapping/mapping.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(tryDecoderMapping);
