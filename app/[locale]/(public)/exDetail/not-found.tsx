import { DeadLink } from "@/features/exception/link/components/link-screen";

export default DeadLink;
