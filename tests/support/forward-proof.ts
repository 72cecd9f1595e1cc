import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { Aedes } from "aedes";
import { HttpPlatform, type Message, TcpPlatform } from "./forward-platform";

/** The links by which a target is reached, with the confirmations that lose nothing. */
export const LINKS = [
  ["HTTP", { type: "http" }],
  ["MQTT at least once", { type: "mqtt", qos: 1, publishTopic: "cold/frost" }],
  ["MQTT exactly once", { type: "mqtt", qos: 2, publishTopic: "cold/frost" }],
  ["TCP", { type: "tcp", qos: 1 }],
] as const;
export type LinkType = (typeof LINKS)[number][1]["type"];

/** How a message is met: taken, left without an answer, refused, or taken while the confirmation is lost. */
export type Mood = "take" | "hold" | "refuse" | "lose";

export type ProofPlatform = {
  readonly port: number;
  /** Messages that were taken, in order of arrival. */
  readonly taken: Message[];
  /** The key of every attempt. */
  readonly asked: string[];
  mood: Mood;
  close: () => Promise<void>;
};

const NEVER = new Promise<never>(() => {});

/** A platform behind one kind of link, whose confirmations the test decides. */
export async function startProofPlatform(type: LinkType): Promise<ProofPlatform> {
  const taken: Message[] = [];
  const asked: string[] = [];
  const meet = (message: Message): Mood => {
    asked.push(message.id);
    if (platform.mood === "take" || platform.mood === "lose") taken.push(message);
    return platform.mood;
  };
  const { port, close } = await { http: startHttp, mqtt: startBroker, tcp: startTcp }[type](meet);
  const platform: ProofPlatform = { port, taken, asked, mood: "take", close };
  return platform;
}

type Meet = (message: Message) => Mood;

async function startHttp(meet: Meet) {
  const platform = await HttpPlatform.start();
  platform.answer = (message) => ({ take: 200, refuse: 503, hold: NEVER, lose: NEVER })[meet(message)];
  return platform;
}

async function startTcp(meet: Meet) {
  const platform = await TcpPlatform.start();
  platform.answer = (line) => {
    const { id } = line;
    return { take: { id, ok: true }, refuse: { id, ok: false, error: "not now" }, hold: null, lose: null }[
      meet(line as unknown as Message)
    ];
  };
  return platform;
}

/** An MQTT broker of the process; what it does not authorise is not confirmed. */
async function startBroker(meet: Meet) {
  const broker = await Aedes.createBroker();
  broker.authorizePublish = (client, packet, done) => {
    if (!client) return done(null);
    const mood = meet(JSON.parse(String(packet.payload)) as Message);
    if (mood === "take") done(null);
    if (mood === "refuse") done(new Error("not now"));
  };
  const server = createServer(broker.handle);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>((done) => broker.close(() => server.close(() => done()))),
  };
}
