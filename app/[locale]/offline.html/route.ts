import { offlineResponse } from "@/lib/install/offline-page";

type RouteProps = { params: Promise<{ locale: string }> };

/** The page that the service worker caches for the time without a connection. */
export const GET = async (_: Request, { params }: RouteProps) => offlineResponse((await params).locale);
