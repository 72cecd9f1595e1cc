import { callService } from "@/lib/http/call-service";
import type { PasswordChange } from "./schema";

export const changePassword = (body: PasswordChange) =>
  callService<{ id: number }>("/service/mine/password", { method: "PUT", body });
