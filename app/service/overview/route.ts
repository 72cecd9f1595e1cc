import { readWall } from "@/features/carrier/overview/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: readWall });
