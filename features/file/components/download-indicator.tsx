"use client";

import dynamic from "next/dynamic";

/** Loaded after the page: most pages are opened while no file is being made. */
export const DownloadIndicator = dynamic(() => import("./download-status").then((module) => module.DownloadStatus), {
  ssr: false,
});
