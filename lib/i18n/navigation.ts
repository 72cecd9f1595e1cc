import { createNavigation } from "next-intl/navigation";
import { routing } from "./routing";

/** Links and router that put the current locale in front of the path. */
export const { Link, redirect, usePathname, useRouter, getPathname } = createNavigation(routing);
