"use client";

import { KeyRound, MessageSquareReply, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import type { Rights } from "@/components/data-table/record-list";
import { RowButtons } from "@/components/data-table/row-buttons";
import { useRefresh } from "@/components/data-table/use-refresh";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { useAddressState } from "@/components/dialog/use-address-state";
import { CopyButton } from "@/components/form/copy-button";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { PROVIDERS } from "../provider.client";
import { replyPath } from "../provider.rules";
import type { ReplyProviderDto, ReplyProviderSecretDto } from "../provider.schema";

// Loaded when first opened.
const RemoveDialog = dynamic(() => import("@/components/dialog/remove-dialog").then((module) => module.RemoveDialog), {
  ssr: false,
});
const NewProviderForm = dynamic(() => import("./provider-form").then((module) => module.NewProviderForm), {
  ssr: false,
});
const ProviderForm = dynamic(() => import("./provider-form").then((module) => module.ProviderForm), { ssr: false });
const TwilioTokenForm = dynamic(() => import("./provider-form").then((module) => module.TwilioTokenForm), {
  ssr: false,
});
const RenewDialog = dynamic(() => import("./secret-dialog").then((module) => module.RenewDialog), { ssr: false });
const MadeDialog = dynamic(() => import("./secret-dialog").then((module) => module.MadeDialog), { ssr: false });

export type ReplyProvidersProps = {
  providers: ReplyProviderDto[];
  rights: Rights;
  /** The public origin of the installation, without a trailing slash. */
  origin: string;
};

type ProviderCardProps = ReplyProvidersProps & { timeZone: string; now: number };

/** The gateways that forward replies of contacts, each with the address to enter at the provider. */
export function ProviderCard({ providers, rights, origin, timeZone, now }: ProviderCardProps) {
  const t = useTranslations("noticeChannel.reply");
  const tRecord = useTranslations("common.record");
  const address = useAddressState("form");
  const refresh = useRefresh();
  const [asked, setAsked] = useState<{ about: "secret" | "remove"; provider: ReplyProviderDto } | null>(null);
  const [made, setMade] = useState<(ReplyProviderSecretDto & { secret: string }) | null>(null);
  const edited = rights.edit ? providers.find(({ id }) => String(id) === address.value) : undefined;
  const done = (text: string) => {
    showToast("normal", text);
    setAsked(null);
    refresh();
  };
  /** A secret that the user entered needs no display. */
  const show = (provider: ReplyProviderSecretDto) => {
    const { secret, name } = provider;
    if (secret === null) return done(tRecord("saved", { name }));
    setMade({ ...provider, secret });
    setAsked(null);
    refresh();
  };
  const create = rights.create && (
    <Button size="sm" onClick={() => address.open(NEW_RECORD)}>
      <Plus aria-hidden="true" />
      {t("new")}
    </Button>
  );
  return (
    <Card aria-label={t("title")}>
      <CardHeader>
        <MessageSquareReply aria-hidden="true" className="size-4.5 text-muted-foreground" />
        <CardTitle>{t("title")}</CardTitle>
        {providers.length > 0 && create}
      </CardHeader>
      {providers.length === 0 ? (
        <EmptyState title={t("empty")} icon={<MessageSquareReply aria-hidden="true" />} action={create || undefined}>
          {t("hint")}
        </EmptyState>
      ) : (
        <CardBody className="flex flex-col gap-2 pb-1">
          <p className="max-w-prose text-pretty text-muted-foreground text-sm">{t("hint")}</p>
          <ul className="divide-y">
            {providers.map((provider) => (
              <Provider key={provider.id} provider={provider} origin={origin} timeZone={timeZone} now={now}>
                <RowButtons
                  name={provider.name}
                  onEdit={rights.edit ? () => address.open(String(provider.id)) : undefined}
                  onRemove={rights.remove ? () => setAsked({ about: "remove", provider }) : undefined}
                >
                  {rights.edit && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t("renew.of", { name: provider.name })}
                      onClick={() => setAsked({ about: "secret", provider })}
                    >
                      <KeyRound aria-hidden="true" />
                      {t("renew.open")}
                    </Button>
                  )}
                </RowButtons>
              </Provider>
            ))}
          </ul>
        </CardBody>
      )}
      {address.value === NEW_RECORD && rights.create && (
        <NewProviderForm onClose={() => address.close()} onMade={(provider) => address.close(() => show(provider))} />
      )}
      {edited && (
        <ProviderForm
          provider={edited}
          onClose={() => address.close()}
          onSaved={({ name }) => address.close(() => done(tRecord("saved", { name })))}
        />
      )}
      {asked?.about === "secret" &&
        (asked.provider.format === "twilio" ? (
          <TwilioTokenForm
            provider={asked.provider}
            onClose={() => setAsked(null)}
            onSaved={({ name }) => done(tRecord("saved", { name }))}
          />
        ) : (
          <RenewDialog provider={asked.provider} onClose={() => setAsked(null)} onMade={show} />
        ))}
      {asked?.about === "remove" && (
        <RemoveDialog
          path={`${PROVIDERS}/${asked.provider.id}`}
          name={asked.provider.name}
          onClose={() => setAsked(null)}
          onDone={() => done(tRecord("removed", { name: asked.provider.name }))}
        />
      )}
      {made && <MadeDialog made={made} origin={origin} onClose={() => setMade(null)} />}
    </Card>
  );
}

type ProviderProps = Pick<ProviderCardProps, "origin" | "timeZone" | "now"> & {
  provider: ReplyProviderDto;
  /** The actions. */
  children: ReactNode;
};

function Provider({ provider, origin, timeZone, now, children }: ProviderProps) {
  const t = useTranslations("noticeChannel.reply");
  const source = useRef<HTMLElement>(null);
  const { name, format, authentication, isEnabled, lastReplyAt, previousUntil } = provider;
  const path = origin + replyPath(provider, null);
  const at = (instant: string) => <Instant at={Date.parse(instant)} now={now} timeZone={timeZone} />;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          <span className="text-muted-foreground text-sm">
            {t("kind", { format: t(`format.${format}`), authentication: t(`authentication.${authentication}`) })}
          </span>
          {!isEnabled && (
            <StateBadge tone="paused" plain>
              {t("disabled")}
            </StateBadge>
          )}
        </p>
        <p className="flex min-h-control-sm min-w-0 items-center gap-1">
          <span className="sr-only">{t("address")}</span>
          <code ref={source} className="wrap-anywhere min-w-0 font-mono text-xs">
            {path}
          </code>
          {/* An address without its secret is of no use. */}
          {format !== "aliyun" && <CopyButton text={path} label={t("copyAddress")} source={source} variant="ghost" />}
        </p>
        <p className="text-muted-foreground text-sm">
          {lastReplyAt === null ? t("never") : t.rich("lastReply", { at: () => at(lastReplyAt) })}
        </p>
        {previousUntil !== null && Date.parse(previousUntil) > now && (
          <p className="text-muted-foreground text-sm">{t.rich("previous", { until: () => at(previousUntil) })}</p>
        )}
      </div>
      <div className="max-sm:-ml-3">{children}</div>
    </li>
  );
}
