/** A header that other sites' pages cannot send without CORS: distinguishes the console's own requests from links. */
export const OWN_REQUEST_HEADER = "x-requested-with";

/** For `fetch` of the console's own pages, above all where a GET writes. */
export const OWN_REQUEST = { [OWN_REQUEST_HEADER]: "frostline" };
