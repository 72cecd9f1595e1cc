import { ExceptionScreen } from "@/features/exception/components/exception-screen";
import { ExceptionSkeleton } from "@/features/exception/components/exception-skeleton";
import { loadExceptionScreen } from "@/features/exception/exception.operations";
import { EXCEPTION_PARTS } from "@/features/report/components/exception-parts";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/abnormal/dataex",
  messages: ["common", "error", "exception", "notice-log", "signature", "lot", "report-button", "workOrder"],
  skeleton: <ExceptionSkeleton />,
  render: async (ctx) => <ExceptionScreen {...EXCEPTION_PARTS} {...(await loadExceptionScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
