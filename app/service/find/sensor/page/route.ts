import { findSensorPage } from "@/features/device/list.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(findSensorPage);
