import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callService, ServiceError } from "@/lib/http/call-service";
import type { NextNotice, OpenedBriefingDto } from "./briefing/briefing.schema";
import type { ExceptionSummaryDto, OpenedExceptionDto, ReasonDto } from "./exception.schema";
import type { Series } from "./figures/chart.rules";
import type {
  AcknowledgeBatchInput,
  AcknowledgeInput,
  CloseInput,
  HandleBatchInput,
  HandleInput,
  RemoveBatchInput,
  ReopenInput,
} from "./handling/schema";

export const exceptionKeys = {
  all: ["exception"],
  detail: (id: number) => ["exception", "detail", id],
  briefing: (id: number) => ["exception", "briefing", id],
  nextNotice: (id: number) => ["exception", "nextNotice", id],
  summary: (query?: string) => ["exception", "summary", ...(query === undefined ? [] : [query])],
  reasons: (customerId: number) => ["exceptionReason", customerId],
} as const;

export const exceptionQuery = (id: number) =>
  queryOptions({
    queryKey: exceptionKeys.detail(id),
    queryFn: ({ signal }) => callService<OpenedExceptionDto>(`/service/exception/${id}`, { signal }),
  });

/** What to know before acknowledging; read anew whenever it is asked for. */
export const briefingQuery = (id: number) =>
  queryOptions({
    queryKey: exceptionKeys.briefing(id),
    queryFn: ({ signal }) => callService<OpenedBriefingDto>(`/service/exception/${id}/briefing`, { signal }),
    staleTime: 0,
  });

/** Who is notified next unless somebody acknowledges; null if nobody is. */
export const nextNoticeQuery = (id: number) =>
  queryOptions({
    queryKey: exceptionKeys.nextNotice(id),
    queryFn: async ({ signal }) => {
      const path = `/service/exception/${id}/nextNotice`;
      return (await callService<{ next: NextNotice | null }>(path, { signal })).next;
    },
    staleTime: 0,
  });

/** The pending counts within these criteria of the list. */
export const summaryQuery = (query: string) =>
  queryOptions({
    queryKey: exceptionKeys.summary(query),
    queryFn: ({ signal }) => callService<ExceptionSummaryDto>(`/service/exception/summary?${query}`, { signal }),
  });

export const reasonsQuery = (customerId: number) =>
  queryOptions({
    queryKey: exceptionKeys.reasons(customerId),
    queryFn: ({ signal }) =>
      callService<ReasonDto[]>(`/service/exceptionReason/choice?customerId=${customerId}`, { signal }),
    staleTime: 60_000,
  });

type History = { series: (Series & { probeId: number })[]; bucketSeconds: number };

/** The history of one probe between two instants in epoch ms. */
export const historyQuery = (probeId: number, from: number, to: number) =>
  queryOptions({
    queryKey: ["history", probeId, from, to],
    queryFn: async ({ signal }) => {
      const span = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
      const path = `/service/share/history?probeIds=${probeId}&${span}&points=400`;
      const { series, bucketSeconds } = await callService<History>(path, { signal });
      return { series: series.find((one) => one.probeId === probeId), bucketSeconds };
    },
    staleTime: 30_000,
  });

/** Runs the server's validation before the request; zod is loaded with the first form sent. */
async function checked(schema: SchemaName, input: unknown): Promise<void> {
  const schemas = await import("./handling/schema");
  const outcome = schemas[schema].safeParse(input);
  if (outcome.success) return;
  const issues = outcome.error.issues.map(({ path, code, message }) => ({ path: path.join("."), rule: code, message }));
  throw new ServiceError("INVALID", 422, "the input breaks a rule", issues);
}

type SchemaName =
  | "AcknowledgeInput"
  | "AcknowledgeBatchInput"
  | "HandleInput"
  | "HandleBatchInput"
  | "RemoveBatchInput"
  | "ReopenInput"
  | "CloseInput";

/** An action on exceptions: validates, sends, and refetches all exception queries. */
function useServiceMutation<Input>(
  schema: SchemaName,
  pathOf: (input: Input) => string,
  method: "POST" | "DELETE" = "POST",
) {
  const client = useQueryClient();
  return useMutation<unknown, ServiceError, Input>({
    mutationFn: async (input) => {
      await checked(schema, input);
      return callService(pathOf(input), { method, body: input });
    },
    // Also after an error: another user may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: exceptionKeys.all }),
  });
}

export const useAcknowledge = () =>
  useServiceMutation<AcknowledgeInput>("AcknowledgeInput", ({ id }) => `/service/exception/${id}/acknowledge`);

export const useAcknowledgeBatch = () =>
  useServiceMutation<AcknowledgeBatchInput>("AcknowledgeBatchInput", () => "/service/exception/acknowledge");

export const useHandle = () =>
  useServiceMutation<HandleInput>("HandleInput", ({ id }) => `/service/exception/${id}/handle`);

export const useHandleBatch = () =>
  useServiceMutation<HandleBatchInput>("HandleBatchInput", () => "/service/exception/handle");

export const useRemoveBatch = () =>
  useServiceMutation<RemoveBatchInput>("RemoveBatchInput", () => "/service/exception", "DELETE");

export const useReopen = () =>
  useServiceMutation<ReopenInput>("ReopenInput", ({ id }) => `/service/exception/${id}/reopen`);

export const useClose = () =>
  useServiceMutation<CloseInput>("CloseInput", ({ id }) => `/service/exception/${id}/close`);
