import { setTemperatureUnit } from "@/features/customer/customer.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: setTemperatureUnit });
