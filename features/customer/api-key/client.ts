import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { ApiKeyDto, ApiKeyInput, CreatedApiKeyDto } from "./schema";

export const createApiKey = (values: ApiKeyInput): Promise<CreatedApiKeyDto> =>
  callService("/service/apiKey", { method: "POST", body: values });

/** Revokes a key permanently. */
export const useRevoke = () =>
  useServiceMutation((id: number) => callService<ApiKeyDto>(`/service/apiKey/${id}`, { method: "DELETE" }));
