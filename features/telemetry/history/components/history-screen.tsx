"use client";

import dynamic from "next/dynamic";
import { PageBody } from "@/components/shell/page-body";
import type { HistoryView } from "../history.schema";
import { HistoryWindow } from "./history-window";

// Whoever comes with probes chooses none.
const ProbeChooser = dynamic(() => import("./probe-chooser").then((module) => module.ProbeChooser));

type HistoryScreenProps = {
  view: HistoryView;
  /** It stands below a head that says already whose history it is. */
  isTab?: boolean;
};

/** The history of some probes, or, as long as none is named, the choice of them. */
export function HistoryScreen({ view, isTab = false }: HistoryScreenProps) {
  if (view.choices) {
    return (
      <PageBody fill>
        <ProbeChooser
          initial={view.choices}
          chosen={[]}
          className="mx-auto w-full max-w-3xl rounded-lg border bg-card"
        />
      </PageBody>
    );
  }
  // Other probes are another window: nothing of the old ones may stay.
  return <HistoryWindow key={JSON.stringify(view.selection)} view={view} isTab={isTab} />;
}
