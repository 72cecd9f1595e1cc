import { manifestResponse } from "@/lib/install/manifest";

type RouteProps = { params: Promise<{ locale: string }> };

/** Name, icons and start URL of the installed app, in the language of the path. */
export const GET = async (_: Request, { params }: RouteProps) => manifestResponse((await params).locale);
