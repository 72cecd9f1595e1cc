import { DeadArchiveLink } from "@/features/archive/components/linked-archive";

export default DeadArchiveLink;
