import type { ScreenPath } from "./screens";

const PAGE = "/carrier/carrierDetailPage" satisfies ScreenPath;
const LIVE_WINDOW = "/monitorPointRealTime" satisfies ScreenPath;

/** The path, without the locale, of a carrier's page; with `tab`, of that tab. */
export const carrierPage = (id: number, tab?: string): string => `${PAGE}?id=${id}${tab ? `&tab=${tab}` : ""}`;

/** The path of a carrier's page; of its live window for accounts that may view values but open no carriers. */
export const carrierHref = (id: number, mayOpen: boolean): string =>
  mayOpen ? carrierPage(id) : `${LIVE_WINDOW}?id=${id}`;
