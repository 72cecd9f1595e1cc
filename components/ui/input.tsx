import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./control-class";

// Not a fixed height: in an input that is higher than its line, Chromium ignores the line height and clips the text at
// the font's own, which cuts off the underscore of some monospaced fonts.
const inputClass = `${controlClass} h-auto min-h-control text-ellipsis px-2.5`;

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(inputClass, className)} {...props} />;
}
