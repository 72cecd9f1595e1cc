import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    theme: {
      spacing: [
        "control",
        "control-sm",
        "control-lg",
        "row",
        "header",
        "topbar",
        "tabbar",
        "sidebar",
        "sidebar-collapsed",
      ],
      shadow: ["overlay"],
    },
  },
});

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
