import { contactGroups } from "@/features/notice/contact/group.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(contactGroups.get);
export const PUT = handle(contactGroups.update);
export const DELETE = handle(contactGroups.remove);
