import { UnknownDocument } from "@/features/report/components/check-screen";

export default UnknownDocument;
