import { BOT_NAME, type BotApi } from './bot-api.ts';

/** Where links to the bot lead in the demo: `/telegram/t.me/<bot>?start=<code>`. */
const PAGE = /^\/telegram\/t\.me\/(\w+)$/;
/** The person who looks at the page. */
const VISITOR = { id: 7_123_456, username: 'demo_reader', first_name: 'Demo' };
const MAX_SHOWN = 20;

export const isBotPage = (path: string): boolean => PAGE.test(path);

/** A stand-in for Telegram's app: the chat of one person with the bot, and a button that starts it. */
export function botPage(bot: BotApi, method: string, query: string): { status: number; headers: Record<string, string>; text: string } {
  const code = new URLSearchParams(query).get('start');
  if (method === 'POST') {
    const person = bot.person(VISITOR.id, VISITOR);
    if (person.isBlocking) bot.block(person, false);
    bot.say(person, code === null ? '/start' : `/start ${code}`);
    return { status: 303, headers: { Location: `?${query}` }, text: '' };
  }
  const messages = bot.messages.filter(({ chat }) => chat === VISITOR.id).slice(-MAX_SHOWN);
  const shown = messages.map(({ html }) => `<li>${html.replaceAll('\n', '<br>')}</li>`).join('');
  const text =
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Telegram (sandbox)</title>` +
    `<h1>@${BOT_NAME}</h1><p>Telegram's stand-in of the sandbox: nothing leaves this machine.</p>` +
    `<form method="post"><button>Start</button> <a href="">Reload</a></form><ul>${shown}</ul>`;
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" }, text };
}
