import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";

const SOURCE = readFileSync(new URL("../../public/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://console.example";
const words = {
  acknowledge: "Acknowledge",
  sending: "Sending",
  done: "Done",
  already: "Already",
  over: "Over",
  invalid: "Invalid",
  failed: "Failed",
};
const alarm = {
  title: "Fridge 3",
  body: "9.5 °C",
  tag: "t",
  url: "/en-US/exDetail?key=k",
  console: "/en-US/abnormal/dataex?state=open",
  severity: "critical",
  at: 1,
  keys: ["k"],
  words,
};

type Answer = { status: number; body?: object };
const outcomes = (...result: string[]): Answer => ({ status: 200, body: { result: { outcomes: result } } });
const refused = (status: number, ...rules: string[]): Answer => ({
  status,
  body: { result: null, state: { issues: rules.map((rule, index) => ({ path: `keys.${index}`, rule })) } },
});

/** Starts the worker with a server that gives these answers, one per call; null: no connection. */
function started(answers: readonly (Answer | null)[] = [], open: string[] = []) {
  const left = [...answers];
  const heard = new Map<string, (event: Record<string, unknown>) => void>();
  const showNotification = vi.fn(async (_title: string, _options: Record<string, unknown>) => {});
  const subscribe = vi.fn();
  const openWindow = vi.fn();
  const focus = vi.fn();
  const fetch = vi.fn(async (_path: string, _init: { body: string }) => {
    const answer = left.shift() ?? null;
    if (answer === null) throw new TypeError("Failed to fetch");
    const { status, body } = answer;
    return { ok: status === 200, status, json: async () => body ?? null };
  });
  const self = {
    location: { href: `${ORIGIN}/sw.js`, origin: ORIGIN },
    addEventListener: (name: string, listener: (event: Record<string, unknown>) => void) => heard.set(name, listener),
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => open.map((url) => ({ url: ORIGIN + url, focus })), openWindow },
  };
  runInNewContext(SOURCE, { self, fetch, URL, JSON, Set, Object, Error, AbortSignal, caches: {} });
  const fire = async (name: string, event: Record<string, unknown>) => {
    const waited: unknown[] = [];
    heard.get(name)?.({ ...event, waitUntil: (work: unknown) => waited.push(work) });
    await Promise.all(waited);
  };
  const close = vi.fn();
  const click = (action: string, data: object = alarm) =>
    fire("notificationclick", { action, notification: { close, data, body: "as shown" } });
  const push = (payload: unknown) => fire("push", { data: { json: () => payload } });
  const shown = () => showNotification.mock.calls.map(([title, options]) => ({ title, ...options })) as Shown[];
  return { push, click, fire, shown, subscribe, openWindow, focus, fetch, close };
}

type Shown = { title: string; body: string; data: typeof alarm } & Record<string, unknown>;
const ACTIONS = [{ action: "acknowledge", title: "Acknowledge" }];

it("shows the alarm with its action, and replaces the one before", async () => {
  const { push, shown } = started();
  await push(alarm);
  await push({ ...alarm, severity: "minor", keys: [] });
  expect(shown()[0]).toMatchObject({
    title: "Fridge 3",
    body: "9.5 °C",
    tag: "t",
    renotify: true,
    requireInteraction: true,
    actions: ACTIONS,
  });
  expect(shown()[1]).toMatchObject({ requireInteraction: false, actions: [] });
});

it.each([
  [outcomes("acknowledged"), "Done"],
  [refused(409, "already"), "Already"],
  [refused(409, "over"), "Over"],
])("acknowledges without a page; after %o it says %s", async (answer, said) => {
  const { click, fetch, shown, openWindow, close } = started([answer]);
  await click("acknowledge");
  expect(fetch.mock.calls[0]?.[0]).toBe("/service/exceptionLink/push");
  expect(JSON.parse(fetch.mock.calls[0]?.[1].body ?? "")).toEqual({ keys: ["k"] });
  // While the request is pending, the notification keeps its action.
  expect(shown()[0]).toMatchObject({ body: "Sending\n9.5 °C", requireInteraction: true, actions: ACTIONS });
  expect(shown()[1]).toMatchObject({
    body: `${said}\n9.5 °C`,
    tag: "t",
    requireInteraction: false,
    renotify: false,
    actions: [],
  });
  expect(shown()).toHaveLength(2);
  expect(openWindow).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
});

it("does not take a dead link for an acknowledgement: the alarm stays, and leads to the console", async () => {
  const { click, shown, openWindow } = started([refused(404, "invalid")]);
  await click("acknowledge");
  const last = shown().at(-1) as Shown;
  expect(last).toMatchObject({ body: "Invalid\n9.5 °C", requireInteraction: true, renotify: true, actions: [] });
  await click("", last.data);
  expect(openWindow).toHaveBeenCalledWith(ORIGIN + alarm.console);
});

it("says of several alarms what became of each", async () => {
  const several = { ...alarm, keys: ["a", "b", "c", "d"] };
  const { click, shown } = started([outcomes("acknowledged", "invalid", "acknowledged", "already")]);
  await click("acknowledge", several);
  expect(shown().at(-1)?.body).toBe("2 × Done\n1 × Already\n1 × Invalid\n9.5 °C");
});

it.each([[null], [{ status: 500 }], [{ status: 429 }], [{ status: 503, body: {} }]])(
  "brings the alarm back whole after %o, to be tried again",
  async (answer) => {
    const { click, fetch, shown } = started([answer, outcomes("acknowledged")]);
    await click("acknowledge");
    const last = shown().at(-1) as Shown;
    expect(last).toMatchObject({
      title: "Fridge 3",
      body: "Failed\n9.5 °C",
      tag: "t",
      requireInteraction: true,
      renotify: true,
      actions: ACTIONS,
      data: alarm,
    });
    await click("acknowledge", last.data);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(shown().at(-1)?.body).toBe("Done\n9.5 °C");
  },
);

it("sends one acknowledgement where it is touched twice", async () => {
  const { click, fetch } = started([outcomes("acknowledged"), refused(409, "already")]);
  await Promise.all([click("acknowledge"), click("acknowledge")]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("acknowledges what an earlier build has shown", async () => {
  const { title, tag, url, keys } = alarm;
  const old = { acknowledge: "Acknowledge", done: "Done", already: "Already, or over", failed: "Failed" };
  const { click, shown } = started([refused(409, "over")]);
  await click("acknowledge", { title, tag, url, keys, words: old });
  expect(shown().at(-1)?.body).toBe("Already, or over\nas shown");
});

it("opens the alarm, or the window that shows it already", async () => {
  const none = started();
  await none.click("");
  expect(none.openWindow).toHaveBeenCalledWith(ORIGIN + alarm.url);
  expect(none.close).toHaveBeenCalled();
  const there = started([], [alarm.url]);
  await there.click("");
  expect([there.focus.mock.calls.length, there.openWindow.mock.calls.length]).toEqual([1, 0]);
});

const subscription = (name: string) => ({
  options: { applicationServerKey: "the installation's" },
  toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: `p ${name}`, auth: `a ${name}` } }),
});

it("has the console know the subscription that the browser has put in place of an old one", async () => {
  const { fire, fetch, subscribe } = started([{ status: 200 }, { status: 200 }]);
  const change = { oldSubscription: subscription("old"), newSubscription: subscription("new") };
  await fire("pushsubscriptionchange", change);
  subscribe.mockResolvedValue(subscription("own"));
  await fire("pushsubscriptionchange", { ...change, newSubscription: null });
  const sent = fetch.mock.calls.map(([path, { body }]) => ({ path, ...JSON.parse(body) }));
  const old = { endpoint: "https://push.example/old", auth: "a old" };
  expect(sent).toEqual(
    ["new", "own"].map((name) => ({
      path: "/service/push/renew",
      old,
      endpoint: `https://push.example/${name}`,
      keys: { p256dh: `p ${name}`, auth: `a ${name}` },
    })),
  );
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "the installation's" });
  await fire("pushsubscriptionchange", { oldSubscription: null, newSubscription: subscription("new") });
  expect(fetch).toHaveBeenCalledTimes(2);
});
