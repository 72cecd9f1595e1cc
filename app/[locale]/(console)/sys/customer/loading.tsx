import { CustomerSkeleton } from "@/features/customer/components/customer-skeleton";

export default CustomerSkeleton;
