"use client";

import { createContext } from "react";

/** Whether the account may export files: without the permission there is no button for it. */
export const DownloadContext = createContext(false);
