import { AdministrationSkeleton } from "@/features/guide/components/administration-skeleton";

export default AdministrationSkeleton;
