/** What no page of another site can send along without being asked for: it tells the console's own requests from links. */
export const OWN_REQUEST_HEADER = "x-requested-with";

/** For `fetch` of the console's own pages, above all where a GET writes. */
export const OWN_REQUEST = { [OWN_REQUEST_HEADER]: "frostline" };
