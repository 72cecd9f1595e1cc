import { watchDelays, watchSilence } from "@/features/alarm/watch/jobs";
import { deliverNotice } from "@/features/notice/jobs";
import type { Job } from "@/lib/queue/define-job";

/** Every job of the features; a test holds it equal to their `jobs.ts` files. */
export const JOBS: readonly Job[] = [deliverNotice, watchDelays, watchSilence] as readonly Job[];
