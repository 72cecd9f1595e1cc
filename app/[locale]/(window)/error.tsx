"use client";

import { BoundaryView } from "@/components/shell/boundary-view";

export default BoundaryView;
