import { useMutation } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { SwitchWish } from "./rules";
import type { AlarmSwitchDto } from "./schema";

/** Switches a carrier's alarm; the live stream tells the lists that show it. */
export const useSwitchAlarm = (id: number) =>
  useMutation<AlarmSwitchDto, ServiceError, SwitchWish>({
    mutationFn: ({ to, pausedUntil, reason, from }) =>
      callService(`/service/carrier/${id}/alarmSwitch`, {
        method: "PUT",
        body: {
          alarmSwitch: to,
          reason,
          from,
          pausedUntil: pausedUntil === null ? undefined : new Date(pausedUntil).toISOString(),
        },
      }),
  });
