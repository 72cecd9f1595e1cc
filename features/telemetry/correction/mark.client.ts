import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { callService } from "@/lib/http/call-service";
import type { MarkedDto, MarkInput } from "./mark.schema";

const PATH = "/service/invalidReading";

/** What to do with readings. */
export type Action = "mark" | "restore";

/** Marks the readings of a span as invalid, or restores them. */
export const sendMark = (action: Action, body: MarkInput): Promise<MarkedDto> =>
  callService(action === "mark" ? PATH : `${PATH}/restore`, { method: "POST", body });

/** Refetches the whole history: lines, list, figures and exceptions have changed. */
export function useHistoryAnew(): () => void {
  const queries = useQueryClient();
  const router = useRouter();
  return () => {
    void queries.invalidateQueries({ queryKey: ["history"] });
    router.refresh();
  };
}
