import { exportTasks } from "@/features/export-task/task.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: exportTasks.get,
  PUT: exportTasks.update,
  DELETE: exportTasks.remove,
});
