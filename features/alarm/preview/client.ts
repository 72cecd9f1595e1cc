import { callService } from "@/lib/http/call-service";
import type { PreviewDto, PreviewInput } from "./schema";

/** The alarms that a trigger would have raised at a carrier. */
export const previewTrigger = (input: PreviewInput) =>
  callService<PreviewDto>("/service/alarmTrigger/preview", { method: "POST", body: input });
