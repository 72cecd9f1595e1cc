"use client";

import dynamic from "next/dynamic";

/** The history where it is one of several parts: it comes when it is shown. */
export const HistoryTab = dynamic(() => import("./history-screen").then((module) => module.HistoryScreen));
