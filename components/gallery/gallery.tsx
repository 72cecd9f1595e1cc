import { Bell } from "lucide-react";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AppShell } from "@/components/shell/app-shell";
import { CountLink } from "@/components/shell/count-link";
import { LiveDot } from "@/components/shell/live-dot";
import { MenuIcon } from "@/components/shell/menu-icon";
import { PageBody } from "@/components/shell/page-body";
import { UserMenu } from "@/components/shell/user-menu";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { env } from "@/lib/env/env";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { readPreference } from "@/lib/preference/read-preferences";
import { ButtonGallery } from "./button-gallery";
import { FieldGallery } from "./field-gallery";
import { OverlayGallery } from "./overlay-gallery";
import { PanelGallery } from "./panel-gallery";
import { SearchGallery } from "./search-gallery";
import { StateGallery } from "./state-gallery";
import { TableGallery } from "./table-gallery";
import { TreeGallery } from "./tree-gallery";
import { ValueGallery } from "./value-gallery";

type GalleryProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const MENU = [
  { id: "monitor", icon: "activity", entries: ["states", "values"] },
  { id: "entry", icon: "sliders-horizontal", entries: ["buttons", "fields", "trees", "overlays"] },
  { id: "list", icon: "clipboard-list", entries: ["search", "table", "panels"] },
] as const;

/** All interface components in all states, inside the shell. For development; elsewhere only if GALLERY is on. */
export async function Gallery({ searchParams }: GalleryProps) {
  if (env().NODE_ENV === "production" && !env().GALLERY) notFound();
  const t = await getTranslations("gallery");
  const common = await getTranslations("common");
  const shell = await getTranslations("shell");
  const [query, messages, theme, sidebar] = await Promise.all([
    searchParams,
    pickMessages(["common", "shell", "gallery"]),
    readPreference("theme"),
    readPreference("sidebar"),
  ]);
  const now = Date.now();
  const sections = MENU.map(({ id, icon, entries }) => ({
    id,
    label: t(`section.${entries[0]}`),
    icon: <MenuIcon name={icon} />,
    entries: [
      ...(id === "monitor" ? [{ id: "gallery", path: "/gallery", label: t("title"), icon: null }] : []),
      ...entries.map((entry) => ({ id: entry, path: `/gallery#${entry}`, label: t(`section.${entry}`), icon: null })),
    ],
  }));
  const parts = {
    states: <StateGallery />,
    values: <ValueGallery now={now} />,
    buttons: <ButtonGallery />,
    fields: <FieldGallery now={now} />,
    trees: <TreeGallery />,
    overlays: <OverlayGallery />,
    panels: <PanelGallery now={now} />,
    search: <SearchGallery query={query} now={now} />,
  };
  return (
    <MessagesProvider {...messages}>
      <AppShell
        print={{ organisation: "Frostline", person: "Ada Lovelace", timeZone: "UTC" }}
        sections={sections}
        titles={{
          "/home": { title: shell("menu.home") },
          "/gallery": { title: t("title"), section: t("section.panels") },
        }}
        homePath="/home"
        username="ada"
        sidebarCollapsed={sidebar === "collapsed"}
        theme={theme}
        year={new Date(now).getUTCFullYear()}
        status={
          <>
            <LiveDot tone="normal">{common("state.normal")}</LiveDot>
            <CountLink href="/gallery" label={`${t("alarms")}: 3`} count={3}>
              <Bell aria-hidden="true" />
            </CountLink>
          </>
        }
        account={
          <UserMenu
            name="Root"
            username="root"
            organisation="Frostline"
            timeZone="Asia/Shanghai"
            logout={{ url: "/service/user/logout", next: "/login" }}
          />
        }
      >
        <PageBody>
          {Object.entries(parts).map(([id, part]) => (
            <Card key={id} id={id}>
              <CardHeader>
                <CardTitle>{t(`section.${id}`)}</CardTitle>
              </CardHeader>
              <CardBody>{part}</CardBody>
            </Card>
          ))}
          <section id="table" aria-label={t("section.table")} className="flex flex-col gap-6">
            <TableGallery query={query} now={now} />
          </section>
        </PageBody>
      </AppShell>
    </MessagesProvider>
  );
}
