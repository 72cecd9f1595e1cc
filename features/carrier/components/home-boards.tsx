"use client";

import dynamic from "next/dynamic";

// Home shows one of them, depending on its style; each is loaded when it is shown.
export const MonitoringBoard = dynamic(() =>
  import("../monitoring/components/monitoring-board").then((module) => module.MonitoringBoard),
);
export const MapBoard = dynamic(() => import("../map/components/map-board").then((module) => module.MapBoard));
