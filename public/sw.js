// The service worker. If the console is unreachable, it shows a page that says so and retries. It also shows the push
// notifications of alarms. It stores no session data: only these pages, which are the same for everyone, and the time
// since which nothing has answered.
const BUILD = new URL(self.location.href).searchParams.get("v") ?? "";
const PAGES = `frostline-pages-${BUILD}`;
const STATE = "frostline-state";
const LOCALES = ["zh-CN", "en-US", "es", "ja"];
const SINCE = "/since";
/** Statuses with which a proxy answers while the console behind it is down. */
const AWAY = new Set([502, 503, 504]);

const pageOf = (locale) => `/${locale}/offline.html`;

/** Stores the first instant without an answer. */
async function note() {
  const state = await caches.open(STATE);
  if (!(await state.match(SINCE))) await state.put(SINCE, new Response(String(Date.now())));
}

const forget = () => caches.delete(STATE);

/** The offline page in the language of the address, with the stored instant. */
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

const answerOf = async (event) => (await event.preloadResponse) ?? fetch(event.request);

async function visit(event, pathname) {
  let answer;
  try {
    answer = await answerOf(event);
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
    // The request starts without waiting for the worker to start.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  if (pathname === "/service/user/logout") event.waitUntil(forget());
  // Subresources of a page are not handled.
  if (event.request.mode !== "navigate") return;
  // Calls and files that are opened as pages get no offline page, but are answered here: otherwise the browser would
  // request them again beside the preload, and an address such as the one with the provider's code is valid once.
  const isCall = /^\/(?:service|api)\//.test(pathname);
  event.respondWith(isCall ? answerOf(event) : visit(event, pathname));
});

self.addEventListener("message", (event) => {
  if (event.data === "lost") event.waitUntil(note());
  if (event.data === "back") event.waitUntil(forget());
});

// Push notifications: the alarm, and its acknowledgement without opening the console. The payload is that of
// `features/notice/push/schema.ts`; its keys acknowledge in the contact's name, with or without a login.
const ICON = "/icons/icon-192.png";
/** After this many milliseconds without an answer the user can try again. */
const ANSWER_WITHIN_MS = 15_000;
/** The order in which a notification of several alarms lists their outcomes. */
const OUTCOMES = { acknowledged: "done", already: "already", over: "over", invalid: "invalid" };

/**
 * Shows an alarm as it was sent. `said` is shown above its text; `isUrgent` keeps it on the screen whatever the
 * severity, and `isHeard` plays the sound again. Without keys there is nothing to acknowledge.
 */
function show(alarm, { said = "", isUrgent = false, isHeard = true } = {}) {
  const { title, body, tag, severity, at, keys, words } = alarm;
  const isOpen = keys.length > 0;
  return self.registration.showNotification(title, {
    body: said ? `${said}\n${body}` : body,
    tag,
    // A repeat replaces the previous notification.
    renotify: isHeard,
    requireInteraction: isUrgent || severity === "critical" || severity === "major",
    icon: ICON,
    badge: ICON,
    timestamp: at,
    data: alarm,
    actions: isOpen ? [{ action: "acknowledge", title: words.acknowledge }] : [],
  });
}

/** The outcome of each key. Throws if there is no answer, or one without outcomes. */
async function outcomesOf(keys) {
  const answer = await fetch("/service/exceptionLink/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ keys }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok && answer.status !== 404 && answer.status !== 409) throw new Error(`HTTP ${answer.status}`);
  const { result, state } = await answer.json();
  if (result) return result.outcomes;
  // A refusal contains the outcome of each key as the rule of its issue.
  return keys.map((_, index) => state.issues.find(({ path }) => path === `keys.${index}`).rule);
}

/** One sentence if all outcomes are equal, otherwise each outcome with its count. */
function saying(outcomes, words) {
  const lines = Object.entries(OUTCOMES).flatMap(([outcome, word]) => {
    const count = outcomes.filter((one) => one === outcome).length;
    return count > 0 ? [{ count, text: words[word] }] : [];
  });
  return lines.map(({ count, text }) => (lines.length > 1 ? `${count} × ${text}` : text)).join("\n");
}

/** Alarms whose acknowledgement is in progress, by tag: a second click sends nothing. */
const underway = new Set();

async function acknowledge(alarm) {
  const { tag, keys, words } = alarm;
  if (underway.has(tag)) return;
  underway.add(tag);
  try {
    // The alarm stays visible until the answer arrives, so a worker that is terminated meanwhile does not remove it.
    await show(alarm, { said: words.sending, isHeard: false });
    const outcomes = await outcomesOf(keys);
    const isDead = outcomes.includes("invalid");
    const answered = { ...alarm, keys: [], ...(isDead && { url: alarm.console }) };
    const isOver = { ...answered, severity: "warning" };
    await show(isDead ? answered : isOver, { said: saying(outcomes, words), isUrgent: isDead, isHeard: isDead });
  } catch {
    // No connection or an unusable answer: the alarm is shown again with its actions, to retry.
    await show(alarm, { said: words.failed, isUrgent: true });
  } finally {
    underway.delete(tag);
  }
}

async function openPage(url) {
  const address = new URL(url, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = windows.find((one) => one.url === address);
  await (same ? same.focus() : self.clients.openWindow(address));
}

/** Registers the subscription with which the browser replaced an old one. */
async function renew({ oldSubscription, newSubscription }) {
  const old = oldSubscription?.toJSON();
  // Not every browser provides the old subscription; the next page of the console updates it then.
  if (!old) return;
  const options = { userVisibleOnly: true, applicationServerKey: oldSubscription.options.applicationServerKey };
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = fresh.toJSON();
  await fetch("/service/push/renew", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      old: { endpoint: old.endpoint, auth: old.keys.auth },
      endpoint,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
    }),
  });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

self.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  // A notification shown by an earlier build lacks its text and some of the labels.
  const { data } = notification;
  const words = { over: data.words.already, invalid: data.words.failed, ...data.words };
  const alarm = { body: notification.body, console: data.url, ...data, words };
  if (action === "acknowledge") return event.waitUntil(acknowledge(alarm));
  notification.close();
  event.waitUntil(openPage(alarm.url));
});
