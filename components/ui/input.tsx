import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./control-class";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlClass, "text-ellipsis px-2.5", className)} {...props} />;
}
