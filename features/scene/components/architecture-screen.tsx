import { PageBody } from "@/components/shell/page-body";
import { ArchitectureBoard, type ArchitectureBoardProps } from "./architecture-board";

/** The organisation tree and the contents of its nodes. */
export function ArchitectureScreen(props: ArchitectureBoardProps) {
  return (
    <PageBody fill>
      <ArchitectureBoard {...props} />
    </PageBody>
  );
}
