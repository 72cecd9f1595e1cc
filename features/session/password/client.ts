import { callService } from "@/lib/http/call-service";
import type { PasswordInput } from "./schema";

export const changePassword = (body: PasswordInput) =>
  callService<{ id: number }>("/service/mine/password", { method: "PUT", body });
