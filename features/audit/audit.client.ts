import { queryOptions, useMutation } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { LogSettingResultDto, SysLogDetailDto, VerifyDto } from "./audit.schema";

const PATH = "/service/sysLog";

/** A row never changes. */
export const rowQuery = (id: number) =>
  queryOptions<SysLogDetailDto, ServiceError>({
    queryKey: ["sysLog", id],
    queryFn: ({ signal }) => callService(`${PATH}/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Verification = { customerId: number; onPart: (part: VerifyDto) => void; signal: AbortSignal };

/** Walks the whole chain, part by part; `onPart` hears how far it came. Aborted, it ends with the part under way. */
async function verifyAll({ customerId, onPart, signal }: Verification): Promise<VerifyDto> {
  let after = 0;
  for (;;) {
    const part = await callService<VerifyDto>(`${PATH}/verify?customerId=${customerId}&after=${after}`, { signal });
    if (part.next === null) return part;
    after = part.next;
    onPart(part);
  }
}

export const useVerification = () => useMutation<VerifyDto, ServiceError, Verification>({ mutationFn: verifyAll });

export const useSetting = () =>
  useMutation<LogSettingResultDto, ServiceError, number>({
    mutationFn: (days) => callService(`${PATH}/setting`, { method: "PUT", body: { days } }),
  });

/** The file with the rows that these criteria find. */
export const csvPath = (criteria: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(criteria);
  return query.size > 0 ? `${PATH}/csv?${query}` : `${PATH}/csv`;
};
