import { describe, expect, it } from "vitest";
import { TASK_KIND_NAMES } from "@/features/file/task-kind.rules";
import { pathsLike, textOf } from "../support/tree";

/** The tables without an export of their own, and why. */
const WITHOUT: Record<string, string> = {
  "features/carrier/detail/components/exceptions-tab.tsx": "links to the list of exceptions, which exports them",
  "features/carrier/detail/components/operations-tab.tsx": "the system log exports them",
  "features/carrier/type/components/carrier-type-table.tsx": "a catalogue of the installation",
  "features/device/board/components/board-table.tsx": "board-screen.tsx passes it the toolbar",
  "features/device/replacement/components/base-history-screen.tsx": "the history of one device",
  "features/device/type/components/device-type-table.tsx": "a catalogue of the installation",
  "features/export-task/components/task-table.tsx": "what is exported, and when: its files are the downloads",
  "features/file/components/download-table.tsx": "its rows are files",
  "features/unit/components/unit-table.tsx": "a catalogue of the installation",
};
/** Never scheduled, because the samples of a verification do not change. */
const UNSCHEDULED = ["verificationSample"];

const components = pathsLike(/^features\/.+\/components\/.+\.tsx$/).filter((path) => !path.includes(".test."));

describe("an export", () => {
  it("is offered above every table", () => {
    const tables = components.filter((path) => /<(?:RecordList|DataTable)\b/.test(textOf(path)));
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter((path) => !textOf(path).includes("<ExportMenu"))).toEqual(Object.keys(WITHOUT).sort());
  });

  it("is offered somewhere, whatever its kind", () => {
    const offered = components.flatMap((path) =>
      [...textOf(path).matchAll(/<ExportMenu\s+kind="(\w+)"/g)].map(([, kind]) => kind as string),
    );
    const kinds = [...TASK_KIND_NAMES.filter((kind) => kind !== "report"), ...UNSCHEDULED];
    expect([...new Set(offered)].sort()).toEqual(kinds.sort());
  });
});
