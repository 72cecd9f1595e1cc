import { switchWorkOrderRule } from "@/features/work-order/rule/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: switchWorkOrderRule });
