import type { BackupCodesDto, FactorSetupDto } from "@/features/session/second-factor/schema";
import { callService } from "@/lib/http/call-service";
import type { AvatarDto, PersonalInput, ProfileDto } from "./schema";

/** The URL of the user's picture, which changes with the picture. */
export const avatarUrl = (avatarId: string | null) =>
  avatarId === null ? null : `/service/mine/avatar?v=${encodeURIComponent(avatarId)}`;

export const savePersonal = (body: PersonalInput) =>
  callService<ProfileDto>("/service/mine/personal", { method: "PUT", body });

export const saveGuide = (isOn: boolean) =>
  callService(`/service/mine/guide?on=${isOn ? 1 : 0}`, { method: "PUT", body: {} });

export const saveHomeStyle = (style: string) =>
  callService("/service/mine/homeStyle", { method: "PUT", body: { style } });

export const saveLocale = (locale: string) => callService("/service/mine/locale", { method: "PUT", body: { locale } });

export const uploadAvatar = (file: Blob) =>
  callService<AvatarDto>("/service/mine/upload", { method: "POST", body: file });

export const removeAvatar = () => callService<AvatarDto>("/service/mine/avatar", { method: "DELETE" });

type PasswordChange = { oldPassword: string; newPassword: string; confirmPassword: string };

export const changePassword = (body: PasswordChange) => callService("/service/mine/password", { method: "PUT", body });

const TOTP = "/service/mine/totp";

export const beginFactor = (password: string) =>
  callService<FactorSetupDto>(TOTP, { method: "POST", body: { password } });

export const confirmFactor = (code: string) =>
  callService<BackupCodesDto>(`${TOTP}/confirm`, { method: "POST", body: { code } });

export const removeFactor = (body: { password: string; code: string }) => callService(TOTP, { method: "DELETE", body });

/** A login QR code: the image and its expiry. */
export type LoginQrcode = { qrcode: string; expiresAt: string };

export const readQrcode = (verb: "get" | "refresh", signal: AbortSignal) =>
  callService<LoginQrcode>(`/service/mine/loginQrcode/${verb}`, { signal });
