import { findSessionSeconds, login, logout } from "@/features/session/session.operations";
import { loginByProvider } from "@/features/user/single-sign-on/operations";
import { authHandler } from "@/lib/http/auth-handler";

const handler = authHandler({ login, loginByProvider, logout, sessionSeconds: findSessionSeconds });

export { handler as GET, handler as POST };
