import { moveContacts } from "@/features/notice/contact/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(moveContacts);
