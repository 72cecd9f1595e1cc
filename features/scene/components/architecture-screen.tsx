import { PageBody } from "@/components/shell/page-body";
import { ArchitectureBoard, type ArchitectureBoardProps } from "./architecture-board";

/** The organisation: its tree, and what stands at each node. */
export function ArchitectureScreen(props: ArchitectureBoardProps) {
  return (
    <PageBody fill>
      <ArchitectureBoard {...props} />
    </PageBody>
  );
}
