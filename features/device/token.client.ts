import { callService } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import type { IngestTokenDto } from "./device.schema";
import type { TokenKind } from "./token.rules";

/** Creates a new ingest token for a device of this kind. */
export const useIngestToken = (kind: TokenKind) =>
  useServiceMutation((id: number) =>
    callService<IngestTokenDto>(`/service/${kind}/${id}/token`, { method: "POST", body: {} }),
  );
