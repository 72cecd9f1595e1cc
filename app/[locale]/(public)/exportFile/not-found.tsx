import { DeadExportLink } from "@/features/export-task/components/link-screen";

export default DeadExportLink;
