import {
  createRecordPoint,
  getRecordPoint,
  removeRecordPoint,
  updateRecordPoint,
} from "@/features/record-point/point.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getRecordPoint,
  POST: createRecordPoint,
  PUT: updateRecordPoint,
  DELETE: removeRecordPoint,
});
