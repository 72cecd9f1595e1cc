import { useMutation } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { ApiKeyDto, ApiKeyInput, CreatedApiKeyDto } from "./schema";

export const createApiKey = (values: ApiKeyInput): Promise<CreatedApiKeyDto> =>
  callService("/service/apiKey", { method: "POST", body: values });

/** Ends a key for good. */
export const useRevoke = () =>
  useMutation<ApiKeyDto, ServiceError, number>({
    mutationFn: (id) => callService(`/service/apiKey/${id}`, { method: "DELETE" }),
  });
