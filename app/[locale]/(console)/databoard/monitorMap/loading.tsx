import { MapSkeleton } from "@/features/carrier/map/components/map-skeleton";

export default MapSkeleton;
