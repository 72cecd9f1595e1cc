import type { z } from "zod";
import { callService } from "@/lib/http/call-service";
import type {
  ReplyProviderDto,
  ReplyProviderInput,
  ReplyProviderSecretDto,
  ReplyProviderUpdateInput,
  ReplySecretInput,
} from "./provider.schema";

export const PROVIDERS = "/service/replyProvider";

export const createProvider = (body: ReplyProviderInput): Promise<ReplyProviderSecretDto> =>
  callService(PROVIDERS, { method: "POST", body });

export const saveProvider = ({ id, ...body }: z.output<typeof ReplyProviderUpdateInput>): Promise<ReplyProviderDto> =>
  callService(`${PROVIDERS}/${id}`, { method: "PUT", body });

/** Rotates the secret: generated, or the given one. */
export const renewSecret = ({ id, ...body }: z.input<typeof ReplySecretInput>): Promise<ReplyProviderSecretDto> =>
  callService(`${PROVIDERS}/${id}/secret`, { method: "POST", body });
