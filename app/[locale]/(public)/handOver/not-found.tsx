import { DeadCode } from "@/features/transport/components/handover-screen";

export default DeadCode;
