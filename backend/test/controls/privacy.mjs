const downloads = 'backend/src/privacy/export/export-downloads.ts';
const contents = 'backend/src/privacy/export/contents.ts';
const exports = { project: 'integration', tests: 'privacy/export' };
const erasure = { project: 'integration', tests: 'privacy/erasure' };
const resources = { project: 'integration', tests: 'integration/resources' };

export const privacyControls = [
  { threat: 'T17', control: 'the link to an export dies with its session', file: downloads, from: 'if (!(await this.sessions.isAlive(sessionId))) throw new FileLinkRefused();', to: '', ...exports },
  { threat: 'T3', control: 'an export holds no secret', file: contents, from: 'select id, venue as exchange,', to: 'select id, fingerprint, venue as exchange,', ...exports },
  { threat: 'T6', control: 'lessons are for subscribers', file: 'backend/src/resources/subscription-rule.ts', from: "role === 'admin' || paid", to: "role !== 'admin' || paid", ...resources },
  { threat: 'T24', control: 'a request to be erased takes the exchange key away', file: 'backend/src/privacy/erasure/at-once.ts', from: 'const accountId = await this.slots.empty(em, userId);', to: 'const accountId: string | null = null;', ...erasure },
];
