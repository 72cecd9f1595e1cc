import { InstructionScreen } from "@/features/alarm/trigger/components/instruction-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/atinstruction",
  messages: ["common", "carrier", "trigger", "instruction"],
  render: async () => <InstructionScreen />,
});

export const generateMetadata = page.metadata;
export default page.Page;
