import type { Config } from "tailwindcss";

// The tokens live in app/globals.css; this file says only where class names are found.
export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}", "./features/**/*.{ts,tsx}"],
} satisfies Config;
