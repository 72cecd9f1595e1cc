/** The user's signature as a data URL for a report or an `img`; nulls if there is none. */
export type SignatureDto = { image: string | null; updatedAt: string | null };
