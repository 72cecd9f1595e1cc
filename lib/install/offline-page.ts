import { createHash } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { type Locale, toLocale } from "@/lib/i18n/routing";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);

/** Colours of app/globals.css: the page cannot fetch anything, so it has its own styles. */
const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f4f6f8, #0b1116); --card: light-dark(#ffffff, #111a20);
  --text: light-dark(#14202a, #e4ecf1); --soft: light-dark(#4d5d69, #a0b1bc); --line: light-dark(#dde4e9, #223039);
  --primary: light-dark(#0a6a74, #3fb6c0); --on-primary: light-dark(#ffffff, #03171a); --ring: light-dark(#0b8692, #4fc4ce); }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--text);
  font: 14px/1.5 Inter, "PingFang SC", "Microsoft YaHei", "Hiragino Sans", "Noto Sans SC", "Noto Sans JP", system-ui, sans-serif }
main { width: 100%; max-width: 440px; padding: 28px; border: 1px solid var(--line); border-radius: 8px; background: var(--card) }
img, svg { width: 40px; height: 40px; display: block }
h1 { margin: 16px 0 4px; font-size: 20px; line-height: 1.3; text-wrap: balance }
p, dd { color: var(--soft) } [hidden] { display: none }
dl { margin: 20px 0; border-block: 1px solid var(--line); padding: 12px 0; display: grid; grid-template-columns: auto 1fr; gap: 6px 16px }
dt { font-weight: 500 } dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px }
footer p { font-size: 12px; flex: 1 1 180px }
button { min-height: 44px; padding: 0 16px; border: 0; border-radius: 6px; background: var(--primary); color: var(--on-primary);
  font: 500 14px/1 inherit; font-family: inherit; cursor: pointer }
button:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px }`;

const LOGO = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0a6a74"/><g fill="none" stroke="#fff"
stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"><path d="M16 20V6.5M16 12l-3-3M16 12l3-3M16 20 5 13.6M9 16l-4 .9M9 16
8 12M16 20l11-6.4M23 16l4 .9M23 16l1-4"/><path d="M5 25h22" stroke="#7fd6dd" stroke-width="2.3"/></g></svg>`;

/** Runs in the page and polls the page's own URL: when that responds, the console can be shown again. */
const SCRIPT = `
const root = document.documentElement, { lang, dataset } = root, at = (id) => document.getElementById(id);
const theme = /(?:^|; )frostline_theme=(light|dark)/.exec(document.cookie);
if (theme) dataset.theme = theme[1];
const since = new Date(Number(dataset.since) || Date.now());
at("since").textContent = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(since);
at("since").dateTime = since.toISOString();
at("host").textContent = location.host;
let wait = 2000, timer;
const say = () => { const away = navigator.onLine; at("device").hidden = away; at("server").hidden = !away; };
const again = async () => {
  clearTimeout(timer);
  say();
  at("again").setAttribute("aria-busy", "true");
  try {
    const answer = await fetch("/" + lang + "/offline.html", { cache: "no-store", signal: AbortSignal.timeout(10000) });
    if (answer.ok) return location.reload();
  } catch {}
  at("again").removeAttribute("aria-busy");
  wait = Math.min(wait * 1.5, 30000);
  timer = setTimeout(again, wait);
};
say();
timer = setTimeout(again, wait);
at("again").addEventListener("click", again);
addEventListener("online", again);
addEventListener("offline", say);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());`;

/**
 * The page that the browser caches for use without a connection, in a locale: one self-contained document. It names the
 * console and, once the service worker has set `data-since` (epoch ms), since when it has been unreachable.
 */
export async function offlinePage(locale: Locale): Promise<string> {
  const t = await getTranslations({ locale, namespace: "install.offline" });
  const say = (text: string) => escapeHtml(text);
  return `<!doctype html>
<html lang="${locale}" data-since="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say(t("title"))} · Frostline</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${LOGO}
<h1>${say(t("title"))}</h1>
<p id="device" hidden>${say(t("device"))}</p>
<p id="server">${say(t("server"))}</p>
<dl>
<dt>${say(t("console"))}</dt><dd id="host"></dd>
<dt>${say(t("since"))}</dt><dd><time id="since"></time></dd>
</dl>
<footer><p role="status">${say(t("retrying"))}</p><button id="again" type="button">${say(t("again"))}</button></footer>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Cached by the browser with the page: its script is allowed by hash, because a nonce would be as old as the page. */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The offline page for a path's locale; 404 for an unknown one. */
export async function offlineResponse(name: string): Promise<Response> {
  const locale = toLocale(name);
  if (!locale) return new Response(null, { status: 404 });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
    "x-robots-tag": "noindex",
  };
  return new Response(await offlinePage(locale), { headers });
}
