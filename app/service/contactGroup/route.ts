import { contactGroups } from "@/features/notice/contact/group.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(contactGroups.list);
export const POST = handle(contactGroups.create);
