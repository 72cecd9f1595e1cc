import type { Config } from "tailwindcss";

// The tokens are in app/globals.css; this file only sets where class names are found.
export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}", "./features/**/*.{ts,tsx}"],
} satisfies Config;
