import { readAttributes, reportAttributes } from "@/features/adapter/thingsboard.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: readAttributes, POST: reportAttributes });
