import { SampleScreen } from "@/features/verification/components/sample-screen";
import { loadSamples, nameOfTask } from "@/features/verification/screen.service";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/sampleData",
  messages: ["common", "error", "verification"],
  name: nameOfTask,
  render: async (ctx) => <SampleScreen {...(await loadSamples(ctx))} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
