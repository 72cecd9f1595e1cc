import { createNavigation } from "next-intl/navigation";
import { routing } from "./routing";

/** Links and router that prefix paths with the current locale. */
export const { Link, redirect, usePathname, useRouter, getPathname } = createNavigation(routing);
