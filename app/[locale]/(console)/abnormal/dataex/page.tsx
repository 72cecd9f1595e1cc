import { isAnythingMonitored as isMonitored } from "@/features/carrier/monitoring/monitoring.operations";
import { ExceptionScreen } from "@/features/exception/components/exception-screen";
import { ExceptionSkeleton } from "@/features/exception/components/exception-skeleton";
import { EXCEPTION_MESSAGES, loadExceptionScreen } from "@/features/exception/exception.operations";
import { EXCEPTION_PARTS } from "@/features/report/components/exception-parts";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/abnormal/dataex",
  messages: EXCEPTION_MESSAGES,
  skeleton: <ExceptionSkeleton />,
  render: async (ctx) => <ExceptionScreen {...EXCEPTION_PARTS} {...(await loadExceptionScreen(ctx, isMonitored))} />,
});
export const generateMetadata = page.metadata;
export default page.Page;
