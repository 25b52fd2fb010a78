/** Topics about one member's account: each takes a session, admins hear of everybody, members of themselves. What everybody may hear, features offer (PublicTopics). */
export const topics = ['sync-runs'] as const;
export type Topic = (typeof topics)[number];

export function isTopic(name: string): name is Topic {
  return (topics as readonly string[]).includes(name);
}
