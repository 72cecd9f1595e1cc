"use client";

import dynamic from "next/dynamic";

// Each part is loaded with its style.
export const SensorBoard = dynamic(() => import("./sensor-board").then((module) => module.SensorBoard));
export const StatisticsBoard = dynamic(() => import("./statistics-board").then((module) => module.StatisticsBoard));
export const DashboardBoard = dynamic(() =>
  import("../dashboard/components/dashboard-board").then((module) => module.DashboardBoard),
);
