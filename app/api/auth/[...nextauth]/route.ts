import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth-options";

const handler = async (request: Request, context: unknown) => NextAuth(await nextAuthOptions())(request, context);

export { handler as GET, handler as POST };
