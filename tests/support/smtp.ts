import { once } from "node:events";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

export type Mailbox = { port: number; mails: ParsedMail[]; close(): Promise<void> };

type Manners = {
  /** Answers every mail with an error: the mailbox is full, or what is said of the mail. */
  refuse?: boolean | ((mail: ParsedMail) => string);
  /** Is waited for before a recipient is taken: nothing of the mail itself has been said by then. */
  beforeRecipient?: () => Promise<void>;
};

/** A real SMTP server on this machine that keeps what it is given. */
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
  // A sender that dies leaves its connection broken.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  return { port: address.port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
