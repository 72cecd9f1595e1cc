import { z } from "zod";

/**
 * A report of Traccar's OsmAnd protocol. Its fields are in the query (`id`, `lat`, `lon`, `timestamp`, `speed` in
 * knots, any other), in a form or in JSON, flat or as sent by Traccar Client. `token` is for senders that cannot set a
 * header.
 */
export const OsmAndInput = z.looseObject({ payload: z.string().optional(), token: z.string().optional() });
