/** The token is shown this once; only its hash is kept. */
export type IngestTokenDto = { id: number; token: string };
