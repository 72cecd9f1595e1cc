import { ExternalLink } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { StateBadge } from "@/components/value/state-badge";
import { Link } from "@/lib/i18n/navigation";
import { GUIDE_PATH } from "../guide.client";
import { type Block, type Inline, parseMarkdown, type Target } from "../markdown.rules";

/** Renders a help text: its tree as elements, its content as text nodes only. */
export function GuideText({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-3 text-base leading-6">
      {parseMarkdown(text).map((block, index) => (
        <GuideBlock key={index} block={block} />
      ))}
    </div>
  );
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level === 3 ? "h3" : "h4";
      return (
        <Heading className={block.level === 3 ? "mt-3 font-semibold text-lg" : "mt-1 font-semibold"}>
          <Parts parts={block.parts} />
        </Heading>
      );
    }
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List className={block.isOrdered ? "list-decimal space-y-1.5 pl-6" : "list-disc space-y-1.5 pl-6"}>
          {block.items.map((parts, index) => (
            <li key={index} className="pl-1 marker:text-faint-foreground">
              <Parts parts={parts} />
            </li>
          ))}
        </List>
      );
    }
    case "note":
      return (
        <p className="rounded-md border border-below-line bg-below-soft px-3 py-2">
          <Parts parts={block.parts} />
        </p>
      );
    case "paragraph":
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      );
  }
}

const Parts = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, index) => <Fragment key={index}>{inline(part)}</Fragment>);

function inline(part: Inline): ReactNode {
  switch (part.kind) {
    case "text":
      return part.text;
    case "strong":
      return (
        <strong className="font-semibold">
          <Parts parts={part.parts} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case "code":
      return <code className="wrap-anywhere rounded-sm bg-muted px-1 font-mono text-sm">{part.text}</code>;
    case "mark":
      return (
        <StateBadge tone={part.tone} className="mx-0.5 align-middle">
          {part.text}
        </StateBadge>
      );
    case "link":
      return (
        <TargetLink to={part.to}>
          <Parts parts={part.parts} />
        </TargetLink>
      );
  }
}

const LINK = "font-medium text-primary underline underline-offset-4 hover:text-primary-hover";

function TargetLink({ to, children }: { to: Target; children: ReactNode }) {
  if (to.kind === "topic")
    return (
      <Link href={`${GUIDE_PATH}?item=${to.href}`} prefetch={false} className={LINK}>
        {children}
      </Link>
    );
  if (to.kind === "screen")
    return (
      <Link href={to.href} target="_blank" prefetch={false} className={LINK}>
        {children}
      </Link>
    );
  return (
    <a href={to.href} target="_blank" rel="noreferrer" className={LINK}>
      {children}
      <ExternalLink aria-hidden="true" className="ml-0.5 inline size-3.5" />
    </a>
  );
}
