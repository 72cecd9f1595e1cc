import { ExceptionScreen } from "@/features/exception/components/exception-screen";
import { ExceptionSkeleton } from "@/features/exception/components/exception-skeleton";
import { loadExceptionScreen } from "@/features/exception/exception.operations";
import { ConcernedLots } from "@/features/lot/components/concerned-lots";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/abnormal/dataex",
  messages: ["common", "error", "exception", "notice-log", "signature", "lot"],
  skeleton: <ExceptionSkeleton />,
  render: async (ctx) => <ExceptionScreen Lots={ConcernedLots} {...(await loadExceptionScreen(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
