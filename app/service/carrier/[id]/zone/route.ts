import { getCarrierZones, setCarrierZones } from "@/features/zone/binding.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getCarrierZones);
export const PUT = handle(setCarrierZones);
