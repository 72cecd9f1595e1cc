import { queryOptions } from "@tanstack/react-query";
import type { ReportApproval } from "@/db/enums";
import { callService } from "@/lib/http/call-service";
import type { Locale } from "@/lib/i18n/routing";
import type { Page } from "@/lib/resource/list-query";
import type {
  CheckedReportDto,
  EstimateDto,
  ReportChoiceDto,
  ReportDetailDto,
  ReportDto,
  ReportInput,
} from "./report.schema";

export const REPORT_PATH = "/service/report";

/** While a report or its file is being made, it is asked for again at this interval. */
const POLL_MS = 1500;

export const isMoving = ({ state, isUpToDate }: Pick<ReportDetailDto, "state" | "isUpToDate">): boolean =>
  state === "generating" || (state === "generated" && !isUpToDate);

/** The address of a report's file in a language, or in its first. */
export const fileHref = (id: number, locale?: Locale): string =>
  `${REPORT_PATH}/${id}/file${locale ? `?locale=${locale}` : ""}`;

export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: ["report", id],
    queryFn: ({ signal }) => callService<ReportDetailDto>(`${REPORT_PATH}/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
    retry: false,
  });

export const choicesQuery = (q: string) =>
  queryOptions({
    queryKey: ["report", "choice", q],
    queryFn: ({ signal }) =>
      callService<ReportChoiceDto[]>(`${REPORT_PATH}/choice?${new URLSearchParams(q ? { q } : {})}`, { signal }),
    staleTime: 30_000,
  });

type LotHit = { id: number; number: string; productName: string; carrier: { name: string | null } | null };

/** Lots to report on, by product or number. */
export const lotChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ["report", "lot", q],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ iDisplayLength: "20", ...(q && { q }) });
      const { items } = await callService<Page<LotHit>>(`/service/lot?${query}`, { signal });
      return items.map(({ id, number, productName, carrier }) => ({
        ...{ value: String(id), label: `${productName} · ${number}` },
        hint: carrier?.name ?? undefined,
      }));
    },
    staleTime: 30_000,
  });

export type Asked = Omit<ReportInput, "name" | "locales" | "signatures">;

export const estimateQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ["report", "estimate", asked],
    queryFn: ({ signal }) =>
      callService<EstimateDto>(`${REPORT_PATH}/estimate`, { method: "POST", body: asked, signal }),
    staleTime: 60_000,
    retry: false,
  });

export const createReport = (values: ReportInput) =>
  callService<ReportDto>(REPORT_PATH, { method: "POST", body: values });

export const act = (id: number, action: "remake" | "cancel") =>
  callService<ReportDto>(`${REPORT_PATH}/${id}/${action}`, { method: "POST", body: {} });

/** The maker signs by another call than who reviews or approves, as another permission. */
export const signReport = (id: number, meaning: Exclude<ReportApproval, "unsigned">, values: object) =>
  meaning === "made"
    ? callService<ReportDto>(`${REPORT_PATH}/${id}/sign`, { method: "POST", body: values })
    : callService<ReportDto>(`${REPORT_PATH}/${id}/judge`, { method: "POST", body: { ...values, meaning } });

/** What is known of a file with this hash. */
export const checkHash = (sha256: string) => callService<CheckedReportDto>(`/service/reportCheck?sha256=${sha256}`);
