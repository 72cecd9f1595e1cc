import { getCarrierZones, setCarrierZones } from "@/features/zone/binding.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getCarrierZones, PUT: setCarrierZones });
