import { getOneTask, removeTask, updateTask } from "@/features/verification/task.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getOneTask, PUT: updateTask, DELETE: removeTask });
