"use client";

import dynamic from "next/dynamic";
import { PageBody } from "@/components/shell/page-body";
import { RecordsUnit } from "@/lib/units/units-context";
import type { HistoryView } from "../history.schema";
import { HistoryWindow } from "./history-window";

// Not needed if the address names probes.
const ProbeChooser = dynamic(() => import("./probe-chooser").then((module) => module.ProbeChooser));

type HistoryScreenProps = {
  view: HistoryView;
  /** Shown below a header that already names the carrier or probe. */
  isTab?: boolean;
};

/** The history of the named probes, or the choice of probes if none is named. */
export const HistoryScreen = (props: HistoryScreenProps) => (
  <RecordsUnit customerIds={props.view.probes.map(({ customerId }) => customerId)}>
    <History {...props} />
  </RecordsUnit>
);

function History({ view, isTab = false }: HistoryScreenProps) {
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
  // The key remounts the window for other probes, so that no old state remains.
  return <HistoryWindow key={JSON.stringify(view.selection)} view={view} isTab={isTab} />;
}
