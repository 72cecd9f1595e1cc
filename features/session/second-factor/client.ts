import type { z } from "zod";
import { callService } from "@/lib/http/call-service";
import type { BackupCodesDto, BeginInput, ConfirmInput, FactorSetupDto, FactorStatusDto, RemoveInput } from "./schema";

const PATH = "/service/mine/totp";

export const readFactor = () => callService<FactorStatusDto>(PATH);

export const beginFactor = (body: z.input<typeof BeginInput>) =>
  callService<FactorSetupDto>(PATH, { method: "POST", body });

export const confirmFactor = (body: z.input<typeof ConfirmInput>) =>
  callService<BackupCodesDto>(`${PATH}/confirm`, { method: "POST", body });

export const removeFactor = (body: z.input<typeof RemoveInput>) =>
  callService<{ userId: number }>(PATH, { method: "DELETE", body });
