import { chooseGateway } from "@/features/carrier/choice.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: chooseGateway });
