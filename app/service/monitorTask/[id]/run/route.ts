import { monitorTasks } from "@/features/monitor-task/task.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: monitorTasks.run });
