import { describe, expect, it } from '@jest/globals';
import { telegramSettings } from './telegram.config.js';

const TELEGRAM_BOT_TOKEN = '7000000001:a-token-that-is-long-enough-for-a-bot';

/** The settings, and the variables that are wrong. */
function read(given: Parameters<typeof telegramSettings>[0]) {
  const problems: string[] = [];
  const settings = telegramSettings(given, (name, attempt) => {
    try {
      return attempt();
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return undefined;
    }
  });
  return { settings, problems };
}

describe('the settings of the Telegram group', () => {
  it('are a supergroup, and accounts that stay', () => {
    const { settings, problems } = read({
      TELEGRAM_BOT_TOKEN,
      TELEGRAM_GROUP_ID: '-1001234567890',
      TELEGRAM_GROUP_ALLOWED: '7123, 7124',
    });
    expect(problems).toEqual([]);
    expect(settings?.group).toEqual({ id: '-1001234567890', allowed: ['7123', '7124'] });
    expect(read({ TELEGRAM_BOT_TOKEN }).settings?.group).toBeNull();
  });

  it.each([
    ['without a bot', { TELEGRAM_GROUP_ID: '-1001234567890' }, 'TELEGRAM_GROUP_ID needs TELEGRAM_BOT_TOKEN'],
    [
      'of a group that is no supergroup',
      { TELEGRAM_BOT_TOKEN, TELEGRAM_GROUP_ID: '-4123456' },
      'TELEGRAM_GROUP_ID must be the number of a supergroup, such as -1001234567890',
    ],
    ['without a group', { TELEGRAM_BOT_TOKEN, TELEGRAM_GROUP_ALLOWED: '7123' }, 'TELEGRAM_GROUP_ALLOWED needs TELEGRAM_GROUP_ID'],
    [
      'with names instead of numbers',
      { TELEGRAM_BOT_TOKEN, TELEGRAM_GROUP_ID: '-1001234567890', TELEGRAM_GROUP_ALLOWED: '@ada' },
      'TELEGRAM_GROUP_ALLOWED must be up to 100 numbers of Telegram accounts, separated by commas',
    ],
  ])('are refused %s', (_, given, problem) => {
    expect(read(given).problems).toEqual([problem]);
  });
});
