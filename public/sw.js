// What the browser does where the console cannot be reached: it shows a page that says so and tries again.
// Nothing of a session is kept: only these pages, which are the same for everybody, and since when nothing answered.
const BUILD = new URL(self.location.href).searchParams.get("v") ?? "";
const PAGES = `frostline-pages-${BUILD}`;
const STATE = "frostline-state";
const LOCALES = ["zh-CN", "en-US", "es", "ja"];
const SINCE = "/since";
/** A proxy's own answers, where the console behind it is away. */
const AWAY = new Set([502, 503, 504]);

const pageOf = (locale) => `/${locale}/offline.html`;

/** Notes the first moment without an answer. */
async function note() {
  const state = await caches.open(STATE);
  if (!(await state.match(SINCE))) await state.put(SINCE, new Response(String(Date.now())));
}

const forget = () => caches.delete(STATE);

/** The page in the language of the address, with the moment that it is to name. */
async function offlinePage(pathname) {
  await note();
  const [, first] = pathname.split("/");
  const locale = LOCALES.includes(first) ? first : LOCALES[0];
  const page = await caches.match(pageOf(locale));
  if (!page) return null;
  const since = await (await caches.match(SINCE)).text();
  const html = (await page.text()).replace('data-since=""', `data-since="${since}"`);
  return new Response(html, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

async function visit(event, pathname) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!AWAY.has(answer.status)) {
      event.waitUntil(forget());
      return answer;
    }
  } catch {
    // No answer at all.
  }
  return (await offlinePage(pathname)) ?? answer ?? Response.error();
}

self.addEventListener("install", (event) => {
  const fetched = LOCALES.map((locale) => new Request(pageOf(locale), { cache: "reload" }));
  event.waitUntil(
    caches
      .open(PAGES)
      .then((pages) => pages.addAll(fetched))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("frostline-") && name !== PAGES && name !== STATE);
    await Promise.all(old.map((name) => caches.delete(name)));
    // A visit need not wait until the worker is awake.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  if (pathname === "/service/user/logout") event.waitUntil(forget());
  // Calls and files go their own way; so does all that a page loads.
  if (event.request.mode !== "navigate" || /^\/(?:service|api)\//.test(pathname)) return;
  event.respondWith(visit(event, pathname));
});

self.addEventListener("message", (event) => {
  if (event.data === "lost") event.waitUntil(note());
  if (event.data === "back") event.waitUntil(forget());
});
