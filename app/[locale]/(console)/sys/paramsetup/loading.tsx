import { ParameterSkeleton } from "@/features/parameter/components/parameter-skeleton";

export default ParameterSkeleton;
