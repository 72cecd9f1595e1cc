"use client";

import { createContext } from "react";

/** Whether the account may export files, and schedule exports: without the permission there is no button for it. */
export const DownloadContext = createContext({ mayExport: false, maySchedule: false });
