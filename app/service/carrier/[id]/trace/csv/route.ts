import { exportTrace } from "@/features/track/track.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(exportTrace);
