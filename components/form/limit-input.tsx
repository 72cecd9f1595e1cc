import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

type LimitInputProps = Omit<ComponentProps<typeof Input>, "inputMode" | "autoComplete" | "maxLength"> & {
  /** Whether limits below zero are usual, as of temperatures. */
  isSigned: boolean;
};

/** A limit as it is typed; `typedNumber` reads it. */
export const LimitInput = ({ isSigned, className, ...props }: LimitInputProps) => (
  // A phone's decimal keyboard may lack the minus sign, so the text keyboard is used.
  <Input
    {...props}
    inputMode={isSigned ? "text" : "decimal"}
    autoComplete="off"
    maxLength={10}
    className={cn("tabular-nums", className)}
  />
);
