/** The one-time password is shown only once; only its hash is stored. */
export type PasswordDto = { id: number; username: string; name: string; password: string };

export type ResetDto = { code: 200; password: string };
export type BatchResetDto = { code: 200; items: PasswordDto[] };
