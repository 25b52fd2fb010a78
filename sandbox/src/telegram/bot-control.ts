import { BOT_NAME, BOT_TOKEN, type BotApi, type Person } from './bot-api.ts';
import { channelRights } from './bot-channels.ts';
import type { BotFault } from './bot-faults.ts';
import { GROUP_ID, type MemberStatus } from './group.ts';
import type { Update } from './updates.ts';
import type { JsonObject } from './wire.ts';

/** A question to the double that makes no sense. */
export class BotRefusal extends Error {}

/** What tests and the demo do as people, and what they read of the bot. `what`: the path behind `telegram/`. */
export function controlBot(bot: BotApi, method: string, what: string, query: URLSearchParams, input: unknown): unknown {
  switch (`${method} ${what}`) {
    case 'GET bot':
      return { token: BOT_TOKEN, name: BOT_NAME, group: GROUP_ID };
    case 'GET messages':
      return bot.messages.filter(({ chat }) => !query.has('chat') || chat === Number(query.get('chat')));
    case 'GET calls':
      return bot.calls.filter((call) => !query.has('method') || call.method === query.get('method'));
    case 'GET group':
      return {
        members: Object.fromEntries(bot.group.members),
        requests: [...bot.group.requests],
        links: bot.group.links,
      };
    case 'POST rights':
      bot.group.isAdmin = (input as JsonObject)['isAdmin'] === true;
      return { ok: true };
    case 'POST faults': {
      for (const fault of Array.isArray(input) ? (input as BotFault[]) : [input as BotFault]) arm(bot, fault);
      return { ok: true };
    }
    case 'DELETE faults':
      bot.faults.clear();
      bot.limits.clear();
      bot.channels.rest();
      return { ok: true };
    case 'POST channel':
      return channel(bot, input as JsonObject);
    case 'POST again':
      bot.updates.push((input as JsonObject)['update'] as unknown as Update);
      return { ok: true };
    default:
      return { update_id: act(bot, `${method} ${what}`, input as JsonObject) };
  }
}

/** Makes a channel, or changes what the bot may do there. */
function channel(bot: BotApi, { chat, rights = 'post' }: JsonObject): unknown {
  const known = channelRights.find((one) => one === rights);
  if (!Number.isSafeInteger(chat) || Number(chat) >= 0) throw new BotRefusal('chat is the number of a channel, below zero');
  if (!known) throw new BotRefusal(`rights are one of ${channelRights.join(', ')}`);
  return bot.channels.set(Number(chat), known);
}

function arm(bot: BotApi, fault: BotFault): void {
  try {
    bot.faults.add(fault);
  } catch (error) {
    throw new BotRefusal((error as Error).message);
  }
}

/** What a person does. Returns the id of the update that the bot gets of it. */
function act(bot: BotApi, request: string, input: JsonObject): number {
  const id = Number(input['from']);
  if (!Number.isSafeInteger(id) || id <= 0) throw new BotRefusal('from is the number of a person');
  const text = (name: string): string | undefined => (typeof input[name] === 'string' ? input[name] : undefined);
  const [username, first_name, language_code] = [text('username'), text('name'), text('language')];
  const changes: Partial<Person> = {
    ...(username && { username }),
    ...(first_name && { first_name }),
    ...(language_code && { language_code }),
  };
  const person = bot.person(id, changes);
  switch (request) {
    case 'POST start':
      if (person.isBlocking) bot.block(person, false);
      return bot.say(person, text('code') === undefined ? '/start' : `/start ${text('code')}`);
    case 'POST text':
      return bot.say(person, text('text') ?? '', {
        ...(input['chat'] !== undefined && { chat: input['chat'] as JsonObject }),
        ...(typeof input['replyTo'] === 'number' && { replyTo: input['replyTo'] }),
      });
    case 'POST press':
      return bot.press(person, Number(input['messageId']), text('data') ?? '', input['chat'] as JsonObject | undefined);
    case 'POST block':
      return bot.block(person, true);
    case 'POST unblock':
      return bot.block(person, false);
    case 'POST join':
      return join(bot, person, text('link') ?? '');
    case 'POST stand': {
      const status = text('status') ?? '';
      if (!isStatus(status)) throw new BotRefusal(`unknown status in the group: ${status}`);
      person.isBot = input['isBot'] === true;
      return bot.group.put(person, status, Number(input['by'] ?? id));
    }
    default:
      throw new BotRefusal(`unknown act of Telegram: ${request}`);
  }
}

function join(bot: BotApi, person: Person, link: string): number {
  try {
    return bot.group.open(person, link);
  } catch (error) {
    throw new BotRefusal((error as Error).message);
  }
}

const STATUSES: readonly string[] = ['creator', 'administrator', 'member', 'left', 'kicked'] satisfies MemberStatus[];
const isStatus = (status: string): status is MemberStatus => STATUSES.includes(status);
