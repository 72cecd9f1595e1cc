import { callService } from "@/lib/http/call-service";
import type { DutyRotaDto, DutyRotaInput } from "./duty.schema";

const pathOf = (groupId: number) => `/service/dutyRota/${groupId}`;

export const saveRota = (groupId: number, body: DutyRotaInput): Promise<DutyRotaDto> =>
  callService(pathOf(groupId), { method: "PUT", body });

export const removeRota = (groupId: number): Promise<unknown> => callService(pathOf(groupId), { method: "DELETE" });
