import { RoleSkeleton } from "@/features/role/components/role-skeleton";

export default RoleSkeleton;
