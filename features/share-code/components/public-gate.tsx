import { Hourglass, KeyRound } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { PublicNotice } from "@/components/layout/public-frame";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { ToneIcon } from "@/components/value/tone-icon";
import { KEY_LENGTH, PAGE_PATH } from "../share.rules";
import { PIN } from "../share.schema";

type SearchParams = Record<string, string | string[] | undefined>;

type PublicGateProps = { path: string; codeKey: string; isRefused: boolean };

/**
 * The same page for every code that does not open by itself: for one with a PIN or a limit of openings, and for one that
 * is unknown, over or revoked, so that it does not reveal which it is. Its form needs no script.
 */
export async function PublicGate({ path, codeKey, isRefused }: PublicGateProps) {
  const t = await getTranslations("sharePage.gate");
  const locale = await getLocale();
  return (
    <PublicNotice
      icon={<KeyRound aria-hidden="true" />}
      title={t("title")}
      hint={t("hint")}
      address={`${path}?key=${encodeURIComponent(codeKey)}`}
    >
      {/* Without a referrer of its own site, a browser sends no origin with a form. */}
      <meta name="referrer" content="same-origin" />
      <form method="post" action="/service/queryCode" className="flex w-72 max-w-full flex-col gap-3 text-left">
        <input type="hidden" name="key" value={codeKey} />
        <input type="hidden" name="locale" value={locale} />
        <label htmlFor="pin" className="flex flex-col gap-1">
          <span className="font-medium text-sm">{t("pin")}</span>
          <Input
            id="pin"
            name="pin"
            inputMode="numeric"
            pattern={`[0-9]{${PIN.minimum},${PIN.maximum}}`}
            maxLength={PIN.maximum}
            autoComplete="off"
            aria-describedby="pin-note"
            aria-invalid={isRefused ? true : undefined}
            className="min-h-11 text-center text-lg tracking-[0.3em]"
          />
          <span id="pin-note" className="text-muted-foreground text-xs">
            {t("pinHint")}
          </span>
        </label>
        {isRefused && (
          <p role="alert" className="flex items-start gap-2 text-critical text-sm">
            <ToneIcon tone="critical" className="mt-0.5 size-4 shrink-0" />
            {t("refused")}
          </p>
        )}
        <Button type="submit" variant="primary" size="lg" className="w-full">
          {t("open")}
        </Button>
      </form>
    </PublicNotice>
  );
}

/** In place of a page that does not open: the form, or that there were too many attempts. */
export function ClosedPage({ codeKey, search }: { codeKey: string; search: SearchParams }) {
  const shown = { path: PAGE_PATH, codeKey: codeKey.slice(0, KEY_LENGTH) };
  return search.busy === undefined ? (
    <PublicGate {...shown} isRefused={search.refused !== undefined} />
  ) : (
    <PublicBusy {...shown} />
  );
}

/** Shown to who asks too often. */
export async function PublicBusy({ path, codeKey }: { path: string; codeKey: string }) {
  const t = await getTranslations("sharePage.busy");
  return (
    <PublicNotice
      icon={<Hourglass aria-hidden="true" />}
      title={t("title")}
      hint={t("hint")}
      address={`${path}?key=${encodeURIComponent(codeKey)}`}
    />
  );
}
