/** The own signature as a data URL, ready for a report or an `img`; nulls without one. */
export type SignatureDto = { image: string | null; updatedAt: string | null };
