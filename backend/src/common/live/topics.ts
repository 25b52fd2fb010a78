/** What sockets may subscribe to. Every topic of today is about one member's account: it takes a session, admins hear of everybody, members of themselves. */
export const topics = ['sync-runs'] as const;
export type Topic = (typeof topics)[number];

export function isTopic(name: string): name is Topic {
  return (topics as readonly string[]).includes(name);
}
