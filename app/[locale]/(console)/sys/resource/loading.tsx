import { MenuSkeleton } from "@/features/menu/components/menu-skeleton";

export default MenuSkeleton;
