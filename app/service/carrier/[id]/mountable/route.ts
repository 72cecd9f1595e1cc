import { listMountable } from "@/features/carrier/mountable/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listMountable);
