import { useMutation } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { SwitchWish } from "./rules";

/** Switches the alarm of one or several carriers. The lists that show them update through the live stream. */
export const useSwitchAlarm = (ids: readonly number[]) =>
  useMutation<unknown, ServiceError, SwitchWish>({
    mutationFn: ({ to, pausedUntil, reason, from }) => {
      const until = pausedUntil === null ? undefined : new Date(pausedUntil).toISOString();
      const body = { alarmSwitch: to, reason, pausedUntil: until };
      return ids.length === 1
        ? callService(`/service/carrier/${ids[0]}/alarmSwitch`, { method: "PUT", body: { ...body, from } })
        : callService("/service/carrier/batch/alarmSwitch", { method: "PUT", body: { ...body, ids } });
    },
  });
