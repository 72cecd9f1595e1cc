import { recordPoints } from "@/features/record-point/point.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: recordPoints.get,
  POST: recordPoints.create,
  PUT: recordPoints.update,
  DELETE: recordPoints.remove,
});
