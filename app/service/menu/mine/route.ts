import { loadMenu } from "@/features/menu/menu.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: loadMenu });
