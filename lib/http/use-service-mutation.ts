import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ServiceError } from "./call-service";

/**
 * A mutation by a server call. Afterwards the `known` queries are refetched, even after a refusal, because another user
 * may have been faster; without `known` no cached data is affected.
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
