"use client";

import dynamic from "next/dynamic";
import type { HistoryView } from "../history.schema";

const HistoryScreen = dynamic(() => import("./history-screen").then((module) => module.HistoryScreen));

/** The history as a tab, loaded when shown. */
export const HistoryTab = ({ view }: { view: HistoryView }) => <HistoryScreen view={view} isTab />;
