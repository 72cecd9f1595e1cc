import { MonitoringSkeleton } from "@/features/carrier/monitoring/components/monitoring-skeleton";

export default MonitoringSkeleton;
