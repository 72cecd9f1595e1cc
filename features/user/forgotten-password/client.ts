import { callService } from "@/lib/http/call-service";
import type { ForgottenInput, ResetInput } from "./schema";

export const requestReset = (body: ForgottenInput) =>
  callService<{ requested: true }>("/service/user/forgotPassword", { method: "POST", body });

export const resetForgotten = (body: ResetInput) =>
  callService<{ id: number }>("/service/user/resetForgotten", { method: "POST", body });
