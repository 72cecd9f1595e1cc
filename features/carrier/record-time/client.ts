import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { RecordTimesDto } from "./schema";

/** Sets the times of day at which a carrier's values are recorded. */
export const useSetTimes = (carrierId: number) =>
  useServiceMutation<readonly string[], RecordTimesDto>((times) =>
    callService(`/service/carrier/${carrierId}/recordTime`, { method: "PUT", body: { times } }),
  );
