import { callService } from "./call-service";

/** Makes a record by the call of its list, as `/service/unit`, or changes the one of this id. Throws ServiceError. */
export const saveRecord = <Saved>(path: string, id: number | null, values: object): Promise<Saved> =>
  id === null
    ? callService(path, { method: "POST", body: values })
    : callService(`${path}/${id}`, { method: "PUT", body: values });
