import { listBindable } from "@/features/alarm/binding/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listBindable);
