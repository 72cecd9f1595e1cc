import { ApiKeySkeleton } from "@/features/customer/api-key/components/api-key-skeleton";

export default ApiKeySkeleton;
