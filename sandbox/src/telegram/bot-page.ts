import { BOT_NAME, type BotApi, type Person } from './bot-api.ts';

/** Where links lead in the demo: `/telegram/t.me/<bot>?start=<code>`, and `/telegram/t.me/+<link>` to the group. */
const PAGE = /^\/telegram\/t\.me\/(\+?\w+)$/;
/** The person who looks at the page. */
const VISITOR = { id: 7_123_456, username: 'demo_reader', first_name: 'Demo' };
const MAX_SHOWN = 20;

export const isBotPage = (path: string): boolean => PAGE.test(path);

/** A stand-in for Telegram's app: the chat of one person with the bot, and a button that starts it, or that asks to join the group. */
export function botPage(
  bot: BotApi,
  method: string,
  path: string,
  query: string,
): { status: number; headers: Record<string, string>; text: string } {
  const invite = /\/(\+\w+)$/.exec(path)?.[1];
  if (method === 'POST') {
    const person = bot.person(VISITOR.id, VISITOR);
    if (invite === undefined) start(bot, person, new URLSearchParams(query).get('start'));
    else join(bot, person, `https://t.me/${invite}`);
    return { status: 303, headers: { Location: `?${query}` }, text: '' };
  }
  const messages = bot.messages.filter(({ chat }) => chat === VISITOR.id).slice(-MAX_SHOWN);
  const shown = messages.map(({ html }) => `<li>${html.replaceAll('\n', '<br>')}</li>`).join('');
  const place = invite === undefined ? '' : `<p>In the group: ${bot.group.statusOf(VISITOR.id)}.</p>`;
  const text =
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Telegram (sandbox)</title>` +
    `<h1>@${BOT_NAME}</h1><p>Telegram's stand-in of the sandbox: nothing leaves this machine.</p>${place}` +
    `<form method="post"><button>${invite === undefined ? 'Start' : 'Ask to join'}</button> <a href="">Reload</a></form><ul>${shown}</ul>`;
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" }, text };
}

function start(bot: BotApi, person: Person, code: string | null): void {
  if (person.isBlocking) bot.block(person, false);
  bot.say(person, code === null ? '/start' : `/start ${code}`);
}

/** A link that has expired does nothing. */
function join(bot: BotApi, person: Person, link: string): void {
  try {
    bot.group.open(person, link);
  } catch {
    bot.say(person, 'This link has expired.');
  }
}
