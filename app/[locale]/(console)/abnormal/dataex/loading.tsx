import { ExceptionSkeleton } from "@/features/exception/components/exception-skeleton";

export default ExceptionSkeleton;
