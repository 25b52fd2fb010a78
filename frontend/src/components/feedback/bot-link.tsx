import { ButtonAnchor } from './button';

interface BotLinkProps {
  /** Of the server: the bot in Telegram, with a code that works once. */
  url: string;
  label: string;
}

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Opens our bot in Telegram in a tab of its own. */
export function BotLink({ url, label }: BotLinkProps) {
  return (
    <ButtonAnchor look="primary" href={isWeb(url) ? url : undefined} target="_blank" rel="noreferrer">
      {label}
    </ButtonAnchor>
  );
}
