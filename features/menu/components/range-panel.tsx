"use client";

import { FolderTree } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { Button } from "@/components/ui/button";
import { usePathname, useRouter } from "@/lib/i18n/navigation";
import { useRangeChoice } from "../range.client";
import { isNarrowed, narrowedAddress } from "../range.rules";

const RangeTree = dynamic(() => import("./range-tree").then((file) => file.RangeTree), { ssr: false });

/** The button that opens the panel, on pages that it can filter. */
export function RangeButton({ username }: { username: string }) {
  const t = useTranslations("shell.range");
  const pathname = usePathname();
  const [{ isOpen }, change] = useRangeChoice(username);
  if (!isNarrowed(pathname)) return null;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-pressed={isOpen}
      aria-label={t("label")}
      title={t(isOpen ? "close" : "open")}
      onClick={() => change({ isOpen: !isOpen })}
      className="self-center max-md:hidden aria-pressed:text-primary"
    >
      <FolderTree aria-hidden="true" />
    </Button>
  );
}

/** The organisation tree beside the page. While it is open, lists and boards are filtered by the selected node. */
export function RangePanel({ username, isPlatform }: { username: string; isPlatform: boolean }) {
  const pathname = usePathname();
  const query = useSearchParams();
  const router = useRouter();
  const [{ isOpen, sceneId }, change] = useRangeChoice(username);
  const isShown = isOpen && isNarrowed(pathname);
  const given = query.get("sceneId");

  const go = (to: number | null) => {
    const address = narrowedAddress(pathname, query, to);
    if (address) router.replace(address, { scroll: false });
  };
  // Runs once per page, and when the panel opens. Applies the selected node unless the URL names its own.
  const arrive = useEffectEvent(() => {
    if (isShown && sceneId !== null && given === null) go(sceneId);
  });
  useEffect(() => arrive(), [pathname, isShown]);

  if (!isShown) return null;
  return (
    <RangeTree
      isPlatform={isPlatform}
      chosen={given === null ? null : Number(given)}
      onChoose={(to) => {
        change({ sceneId: to });
        go(to);
      }}
      onClose={() => change({ isOpen: false })}
    />
  );
}
