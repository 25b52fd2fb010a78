import type { Language } from '../../../platform/domain/index.js';
import { link as linkTo } from '../telegram/telegram-html.rules.js';
import { catalogues, filled } from '../telegram/telegram-texts.rules.js';
import type { GroupNotice } from './chat-member.types.js';

/** Returns a message of the bot about the group, as HTML. `url`: the link to the group, or the page on which to connect. */
export function groupText(notice: GroupNotice, language: Language, url: string): string {
  const texts = catalogues[language].group;
  const action = notice === 'invited' ? texts.join : texts.settings;
  return `${filled(texts[notice], language, {})}\n${linkTo(action, url).html}`;
}
