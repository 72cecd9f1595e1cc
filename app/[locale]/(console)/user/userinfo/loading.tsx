import { UserSkeleton } from "@/features/user/components/user-skeleton";

export default UserSkeleton;
