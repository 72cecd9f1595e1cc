import { once } from "node:events";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

export type Mailbox = { port: number; mails: ParsedMail[]; close(): Promise<void> };

type Manners = {
  /** Answers every mail with an error: mailbox full, or what the function returns for the mail. */
  refuse?: boolean | ((mail: ParsedMail) => string);
  /** Awaited before a recipient is accepted, when the mail itself has not been received yet. */
  beforeRecipient?: () => Promise<void>;
};

/** A real local SMTP server that stores the mails it receives. */
export async function startMailbox({ refuse = false, beforeRecipient }: Manners = {}): Promise<Mailbox> {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo(_address, _session, done) {
      if (beforeRecipient) beforeRecipient().then(() => done(), done);
      else done();
    },
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        if (refuse) return done(new Error(typeof refuse === "function" ? refuse(mail) : "mailbox is full"));
        mails.push(mail);
        done();
      }, done);
    },
  });
  // A sender that is killed breaks its connection.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  return { port: address.port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
