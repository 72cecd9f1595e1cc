import { cva, type VariantProps } from "class-variance-authority";

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium text-base transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "border-transparent bg-primary text-primary-foreground hover:bg-primary-hover active:bg-primary-hover aria-expanded:bg-primary-hover",
        secondary:
          "border-border-strong bg-secondary text-secondary-foreground hover:border-input hover:bg-accent aria-expanded:bg-accent",
        ghost:
          "border-transparent text-muted-foreground hover:bg-accent hover:text-accent-foreground aria-expanded:bg-accent aria-expanded:text-accent-foreground aria-pressed:bg-accent aria-pressed:text-accent-foreground",
        destructive: "border-transparent bg-destructive text-destructive-foreground hover:bg-destructive-hover",
        "destructive-ghost": "border-transparent text-critical hover:bg-critical-soft",
        link: "h-auto border-transparent px-0 text-primary underline-offset-4 hover:underline",
      },
      size: {
        md: "h-control px-3",
        sm: "h-control-sm px-2.5 text-sm",
        lg: "h-control-lg px-5",
        icon: "size-control",
        "icon-sm": "size-control-sm",
      },
    },
    compoundVariants: [
      { variant: "link", className: "h-auto px-0" },
      // Paper has nothing to press.
      { variant: ["primary", "secondary", "ghost", "destructive", "destructive-ghost"], className: "print:hidden" },
    ],
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonVariants>;
