import { manifestResponse } from "@/lib/install/manifest";

type RouteProps = { params: Promise<{ locale: string }> };

/** The installed app's name, icons and start, in the language of the path. */
export const GET = async (_: Request, { params }: RouteProps) => manifestResponse((await params).locale);
