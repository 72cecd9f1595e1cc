import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ServiceError } from "./call-service";

/**
 * An action by a call of the server. Afterwards what is `known` is asked anew, also after a refusal, for somebody may have
 * been faster; without it nothing that is kept is concerned.
 */
export function useServiceMutation<Input = void, Output = unknown>(
  send: (input: Input) => Promise<Output>,
  known?: QueryKey,
) {
  const client = useQueryClient();
  return useMutation<Output, ServiceError, Input>({
    mutationFn: send,
    onSettled: () => known && client.invalidateQueries({ queryKey: known }),
  });
}
