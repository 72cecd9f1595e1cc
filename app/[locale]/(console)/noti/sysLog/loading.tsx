import { SysLogSkeleton } from "@/features/audit/components/sys-log-skeleton";

export default SysLogSkeleton;
