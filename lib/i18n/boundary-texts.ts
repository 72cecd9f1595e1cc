import english from "@/messages/en-US/boundary.json";
import spanish from "@/messages/es/boundary.json";
import japanese from "@/messages/ja/boundary.json";
import chinese from "@/messages/zh-CN/boundary.json";
import type { Locale } from "./routing";

/** The namespace "boundary": an error boundary may be outside every provider, so its texts are part of its script. */
export const BOUNDARY_TEXTS: Record<Locale, typeof english> = {
  "zh-CN": chinese,
  "en-US": english,
  es: spanish,
  ja: japanese,
};
