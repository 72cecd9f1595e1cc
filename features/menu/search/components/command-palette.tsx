"use client";

import { useQuery } from "@tanstack/react-query";
import { AppWindow, CornerDownLeft, Cpu, Plus, Refrigerator } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { useRouter } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { windowOf } from "@/lib/page/device-window";
import { type Hit, noteRecent, readRecent, screensQuery, searchQuery } from "../client";
import { findScreens } from "../rules";

const ICON = { screen: AppWindow, action: Plus, carrier: Refrigerator, device: Cpu } as const;
/** Pages that open beside the console. */
const WINDOWS = new Set(["/homepageset", "/historyData"]);
/** The debounce time of the search. */
const PAUSE_MS = 150;

type Group = { name: "recent" | "screens" | "actions" | "carriers" | "devices"; hits: readonly Hit[] };

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
  const opened = screens.data ?? [];
  const pages = findScreens(
    opened.filter(({ isAction }) => !isAction),
    text,
  ).map(
    ({ path, title, section }): Hit => ({
      key: `screen ${path}`,
      kind: "screen",
      title,
      hint: section || t("page"),
      path,
      isWindow: WINDOWS.has(path),
    }),
  );
  const actions = findScreens(
    opened.filter(({ isAction }) => isAction),
    text,
  ).map(
    ({ path, title, section }): Hit => ({
      key: `action ${path}`,
      kind: "action",
      title,
      hint: section,
      path,
      isWindow: false,
    }),
  );
  const data = text.trim() === "" ? undefined : found.data;
  const carriers = (data?.carriers ?? []).map(
    ({ id, name, place, customerName }): Hit => ({
      key: `carrier ${id}`,
      kind: "carrier",
      title: name,
      hint: hintOf(customerName, place),
      path: carrierPage(id),
      isWindow: false,
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
          { name: "actions", hits: actions },
          { name: "carriers", hits: carriers },
          { name: "devices", hits: devices },
        ];
  return {
    groups: all.filter(({ hits }) => hits.length > 0),
    isBusy: found.isFetching || q !== text.trim(),
    isFailed: found.isError,
  };
}

/** Finds everything that the user may open by a few letters and the keyboard: pages, actions, carriers, devices. */
export function CommandPalette({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useTranslations("shell.palette");
  const locale = useLocale();
  const router = useRouter();
  const [text, setText] = useState("");
  const { groups, isBusy, isFailed } = useGroups(text, username);
  const hits = groups.flatMap((group) => group.hits);
  // A choice is forgotten when other results come, so that Enter opens the first of them.
  const list = hits.map(({ key }) => key).join();
  const [chosen, setChosen] = useState({ list, key: "" });
  const current = (chosen.list === list && hits.find(({ key }) => key === chosen.key)) || hits[0];

  const open = (hit: Hit) => {
    noteRecent(username, hit);
    onClose();
    if (hit.path.startsWith("https://")) window.open(hit.path, "_blank", "noopener");
    else if (hit.isWindow) window.open(`/${locale}${hit.path}`, "_blank", "noopener");
    else router.push(hit.path);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[640px] overflow-hidden" aria-describedby={undefined}>
        <DialogTitle className="sr-only">{t("open")}</DialogTitle>
        <Command
          label={t("label")}
          shouldFilter={false}
          loop
          value={current?.key ?? ""}
          onValueChange={(key) => setChosen({ list, key })}
        >
          <CommandInput value={text} onValueChange={setText} placeholder={t("label")} maxLength={100}>
            {isBusy && text.trim() !== "" && <Spinner className="size-4" />}
          </CommandInput>
          <CommandList label={t("hits")}>
            {groups.map((group) => (
              <CommandGroup key={group.name} heading={t(`group.${group.name}`)}>
                {group.hits.map((hit) => {
                  const Icon = ICON[hit.kind];
                  return (
                    <CommandItem key={hit.key} value={hit.key} onSelect={() => open(hit)}>
                      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
                      <span className="min-w-0 flex-1">
                        <span title={hit.title} className="line-clamp-1 break-all">
                          {hit.title}
                        </span>
                        {hit.hint && <span className="line-clamp-1 text-faint-foreground text-xs">{hit.hint}</span>}
                      </span>
                      <CornerDownLeft
                        aria-hidden="true"
                        className="size-3.5 shrink-0 text-faint-foreground group-data-[selected=false]:hidden"
                      />
                    </CommandItem>
                  );
                })}
              </CommandGroup>
            ))}
          </CommandList>
          <p role="status" className="px-4 pb-3 text-muted-foreground text-sm empty:hidden">
            {hits.length === 0 && (text.trim() === "" ? t("start") : isFailed ? t("failed") : !isBusy && t("none"))}
          </p>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
