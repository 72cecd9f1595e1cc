import { queryOptions } from "@tanstack/react-query";
import { callService, type ServiceError } from "@/lib/http/call-service";
import type { NoticeLogDetailDto } from "./schema";

const PATH = "/service/noticeLog";

/** One attempt. It is refetched because the attempts of its message can increase. */
export const noticeQuery = (id: number) =>
  queryOptions<NoticeLogDetailDto, ServiceError>({
    queryKey: ["noticeLog", id],
    queryFn: ({ signal }) => callService(`${PATH}/${id}`, { signal }),
  });
