import { permits } from '../../platform/domain/permissions.rules.js';
import { maySeeSignals } from '../../platform/http/signal-readers.policy.js';
import type { Actor, Standing } from '../../platform/http/session-reader.port.js';

/**
 * Topics that take a session. `signals` is told to all alike who may see signals, `reviews` to the team that reviews, `inbox` to the team,
 * `club-news` to every member; the others are about one member's account: holders of `sync.read` hear of everybody, members of
 * themselves. `notices` is for members alone. What everybody may hear, features offer (PublicTopicsService).
 */
export const topics = ['sync-runs', 'account', 'portfolio', 'notices', 'signals', 'club-news', 'reviews', 'inbox'] as const;
export type Topic = (typeof topics)[number];

const sharedTopics: readonly Topic[] = ['signals', 'club-news', 'reviews', 'inbox'];

/** Those of the team have no notification centre. */
const memberTopics: readonly Topic[] = ['notices', 'club-news'];

/**
 * Who may hear of a topic that not every session may listen to. Asked of the database when somebody subscribes, and again whenever it may
 * have changed.
 */
const guards: Partial<Record<Topic, (standing: Standing) => boolean>> = {
  signals: maySeeSignals,
  reviews: ({ teamRole }) => permits(teamRole, 'kyc.read') || permits(teamRole, 'payments.read'),
  inbox: ({ teamRole }) => permits(teamRole, 'dashboard.read'),
};

const hearsOfMembers = ({ role, teamRole }: Standing): boolean => role !== 'admin' || permits(teamRole, 'sync.read');

export function isTopic(name: string): name is Topic {
  return (topics as readonly string[]).includes(name);
}

/** Told to all its listeners, whoever they are. */
export const isShared = (topic: Topic): boolean => sharedTopics.includes(topic);

export const isGuarded = (name: string): boolean => isTopic(name) && guards[name] !== undefined;

/** Members may subscribe to what is not guarded without a look at the database. The rights of the team depend on its roles. */
export const isCheckedFor = (name: string, actor: Actor | null): boolean => isTopic(name) && (actor?.role === 'admin' || isGuarded(name));

export const mayHear = (topic: Topic, standing: Standing): boolean =>
  memberTopics.includes(topic) ? standing.role !== 'admin' : (guards[topic] ?? hearsOfMembers)(standing);
