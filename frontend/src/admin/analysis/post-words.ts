import { count } from '../../lib/format/decimal';
import type { AnalysisAudienceWire, AnalysisReachWire, AnalysisStateWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export const stateWords: Record<AnalysisStateWire, StateWords> = {
  draft: { tone: 'neutral', words: 'Draft' },
  scheduled: { tone: 'info', words: 'Scheduled' },
  published: { tone: 'up', words: 'Published' },
  withdrawn: { tone: 'warn', words: 'Withdrawn' },
};

export const audienceWords: Record<AnalysisAudienceWire, { label: string; help: string }> = {
  members: { label: 'Members', help: 'Members with a paid subscription read it. Visitors see the title and the summary.' },
  public: { label: 'Everybody', help: 'Anyone can read it, also in the Atom feed.' },
};

export const languageWords = { en: 'English', es: 'Spanish', ar: 'Arabic' } as const;

/** Whom a publication is told to. */
export const reachSentence = ({ centre, telegram, push, webhook }: AnalysisReachWire): string => {
  const [accounts, devices, webhooks] = [counted(telegram, 'Telegram account'), counted(push, 'device'), counted(webhook, 'webhook')];
  return (
    `${counted(centre, 'member')} ${centre === 1 ? 'is' : 'are'} told in the notification centre. ` +
    `It is also delivered to ${accounts}, ${devices} and ${webhooks} of members who chose it. No email is sent.`
  );
};

const counted = (n: number, one: string) => `${count(n)} ${n === 1 ? one : `${one}s`}`;
