import { callService } from "./call-service";

/** Creates a record by its list's call, such as `/service/unit`, or updates the one of this id. Throws ServiceError. */
export const saveRecord = <Saved>(path: string, id: number | null, values: object): Promise<Saved> =>
  id === null
    ? callService(path, { method: "POST", body: values })
    : callService(`${path}/${id}`, { method: "PUT", body: values });
