"use client";

import { useQuery } from "@tanstack/react-query";
import { AppWindow, CornerDownLeft, Cpu, Refrigerator, Search } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { useRouter } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { type Hit, noteRecent, readRecent, screensQuery, searchQuery } from "../client";
import { findScreens } from "../rules";

const ICON = { screen: AppWindow, carrier: Refrigerator, device: Cpu } as const;
/** The debounce time of the search. */
const PAUSE_MS = 150;

type Group = { name: "recent" | "screens" | "carriers" | "devices"; hits: readonly Hit[] };

/** The text, debounced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The results by groups; recently opened ones if the text is empty. */
function useGroups(text: string, username: string): { groups: Group[]; isBusy: boolean; isFailed: boolean } {
  const t = useTranslations("shell.palette");
  const tKind = useTranslations("shell.palette.kind");
  const locale = useLocale();
  const [recent] = useState(() => readRecent(username));
  const q = useSettled(text.trim());
  const screens = useQuery(screensQuery(locale));
  const found = useQuery(searchQuery(q));
  const hintOf = (...parts: (string | null)[]) => parts.filter(Boolean).join(" · ");
  const pages = findScreens(screens.data ?? [], text).map(
    ({ path, title, section }): Hit => ({
      key: `screen ${path}`,
      kind: "screen",
      title,
      hint: section || t("page"),
      path,
      isWindow: path === "/homepageset",
    }),
  );
  const data = text.trim() === "" ? undefined : found.data;
  const carriers = (data?.carriers ?? []).map(
    ({ id, name, place, customerName }): Hit => ({
      key: `carrier ${id}`,
      kind: "carrier",
      title: name,
      hint: hintOf(customerName, place),
      path: `/newCarrierDetail?id=${id}`,
      isWindow: true,
    }),
  );
  const devices = (data?.devices ?? []).map(
    ({ id, name, kind, serialNumber, mac, customerName }): Hit => ({
      key: `device ${id}`,
      kind: "device",
      title: name,
      hint: hintOf(tKind(kind), serialNumber, mac, customerName),
      path: windowOf(kind, id),
      isWindow: true,
    }),
  );
  const all: Group[] =
    text.trim() === ""
      ? [{ name: "recent", hits: recent }]
      : [
          { name: "screens", hits: pages },
          { name: "carriers", hits: carriers },
          { name: "devices", hits: devices },
        ];
  return {
    groups: all.filter(({ hits }) => hits.length > 0),
    isBusy: found.isFetching || q !== text.trim(),
    isFailed: found.isError,
  };
}

/** Finds everything that the user may open by a few letters and the keyboard: pages, carriers, devices. */
export function CommandPalette({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useTranslations("shell.palette");
  const locale = useLocale();
  const router = useRouter();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { groups, isBusy, isFailed } = useGroups(text, username);
  const hits = groups.flatMap((group) => group.hits);
  const current = Math.min(chosen, hits.length - 1);
  useEffect(() => {
    if (current >= 0) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    noteRecent(username, hit);
    onClose();
    if (hit.path.startsWith("https://")) window.open(hit.path, "_blank", "noopener");
    else if (hit.isWindow) window.open(`/${locale}${hit.path}`, "_blank", "noopener");
    else router.push(hit.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may confirm an input method composition.
    if (event.nativeEvent.isComposing || hits.length === 0) return;
    const moves: Record<string, number> = {
      ArrowDown: (current + 1) % hits.length,
      ArrowUp: (current - 1 + hits.length) % hits.length,
    };
    const next = moves[event.key];
    if (next !== undefined) setChosen(next);
    else if (event.key === "Enter") open(hits[current]);
    else return;
    event.preventDefault();
  };
  const idOf = (hit: Hit) => `${id}-${hit.key.replaceAll(/\W+/g, "-")}`;
  const currentHit = hits[current];
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[640px] overflow-hidden" aria-describedby={undefined}>
        <DialogTitle className="sr-only">{t("open")}</DialogTitle>
        <div className="flex items-center gap-3 border-b px-4">
          <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          <input
            role="combobox"
            aria-label={t("label")}
            aria-expanded={hits.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            {...(currentHit && { "aria-activedescendant": idOf(currentHit) })}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("label")}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
            maxLength={100}
            className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint-foreground"
          />
          {isBusy && text.trim() !== "" && <Spinner className="size-4" />}
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t("hits")}
          className="max-h-[60vh] overflow-y-auto p-1.5"
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
            <div key={group.name} role="group" aria-label={t(`group.${group.name}`)}>
              <p aria-hidden="true" className="px-2.5 pt-2 pb-1 font-medium text-muted-foreground text-xs">
                {t(`group.${group.name}`)}
              </p>
              {group.hits.map((hit) => {
                const Icon = ICON[hit.kind];
                const isCurrent = hit === currentHit;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                  <div
                    key={hit.key}
                    id={idOf(hit)}
                    role="option"
                    aria-selected={isCurrent}
                    onPointerMove={() => setChosen(hits.indexOf(hit))}
                    onClick={() => open(hit)}
                    className={cn(
                      "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 touch:min-h-11",
                      isCurrent && "bg-accent",
                    )}
                  >
                    <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
                    <span className="min-w-0 flex-1">
                      <span className="line-clamp-1 break-all">{hit.title}</span>
                      {hit.hint && <span className="line-clamp-1 text-faint-foreground text-xs">{hit.hint}</span>}
                    </span>
                    {isCurrent && (
                      <CornerDownLeft aria-hidden="true" className="size-3.5 shrink-0 text-faint-foreground" />
                    )}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p role="status" className="px-4 pb-3 text-muted-foreground text-sm empty:hidden">
          {hits.length === 0 && (text.trim() === "" ? t("start") : isFailed ? t("failed") : !isBusy && t("none"))}
        </p>
      </DialogContent>
    </Dialog>
  );
}
