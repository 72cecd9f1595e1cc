import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { callService } from "@/lib/http/call-service";
import type { MarkedDto, MarkInput } from "./schema";

const PATH = "/service/invalidReading";

/** What is done with readings. */
export type Deed = "mark" | "restore";

/** Marks the readings of a span as invalid, or restores them. */
export const sendMark = (deed: Deed, body: MarkInput): Promise<MarkedDto> =>
  callService(deed === "mark" ? PATH : `${PATH}/restore`, { method: "POST", body });

/** Has everything of the history read anew: lines, list, figures and exceptions have changed. */
export function useHistoryAnew(): () => void {
  const queries = useQueryClient();
  const router = useRouter();
  return () => {
    void queries.invalidateQueries({ queryKey: ["history"] });
    router.refresh();
  };
}
