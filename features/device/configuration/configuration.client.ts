import { queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { useLive } from "@/lib/live/use-live";
import type { Page } from "@/lib/resource/list-query";
import { deviceKeys } from "../device.client";
import type { Settings } from "../device.rules";
import type { CommandDto, ConfigurationDto, ConfigurationEvent } from "./configuration.schema";

/** Poll interval while a command is in progress: not all accounts receive live events. */
const UNDER_WAY_MS = 3000;

export const configurationQuery = (id: number) =>
  queryOptions({
    queryKey: [...deviceKeys.all, "configuration", id],
    queryFn: ({ signal }) => callService<ConfigurationDto>(`/service/device/${id}/configuration`, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.command) ? UNDER_WAY_MS : false),
  });

/** Query: newest commands of a device; `underWay` polls while one is in progress. */
export const commandsQuery = (deviceId: number, length: number, underWay: boolean) =>
  queryOptions({
    queryKey: [...deviceKeys.all, "commands", deviceId, length],
    queryFn: ({ signal }) =>
      callService<Page<CommandDto>>(`/service/deviceCommand?deviceId=${deviceId}&iDisplayLength=${length}`, { signal }),
    refetchInterval: underWay ? UNDER_WAY_MS : false,
    placeholderData: (before) => before,
  });

export const isUnderWay = (
  command: CommandDto | null | undefined,
): command is CommandDto & { state: "prepare" | "issuing" } => command != null && command.state !== "end";

export const saveConfiguration = (id: number, settings: Settings) =>
  callService<ConfigurationDto>(`/service/device/${id}/configuration`, { method: "PUT", body: { settings } });

export const useIssue = () =>
  useServiceMutation(
    (deviceId: number) =>
      callService<{ ids: number[] }>("/service/deviceCommand", { method: "POST", body: { deviceIds: [deviceId] } }),
    deviceKeys.all,
  );

/** Cancels or retries a command. */
export const useCommandMutation = (verb: "cancel" | "retry") =>
  useServiceMutation(
    (id: number) => callService<CommandDto>(`/service/deviceCommand/${id}/${verb}`, { method: "POST", body: {} }),
    deviceKeys.all,
  );

/** Calls `onChange` when the configuration of this device changes. */
export const useConfigurationChange = (id: number, onChange: () => void): void =>
  useLive<ConfigurationEvent>("device", ({ deviceId }) => {
    if (deviceId === id) onChange();
  });
