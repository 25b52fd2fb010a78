// Faults of the product that the harness must find: each is one change of the sources, and the invariants of which one must break. `npm run nemesis:mutants`.
const redis = { queue: 'redis', seed: 7, faults: 10 };
const outbox = 'backend/src/common/outbox';

/** `only`: the kinds of fault that bring it out; the others would only take time. */
export const mutants = [
  {
    id: 'enqueue-before-commit', mutant: 'a letter leaves its transaction before that commits', breaks: ['I1', 'I3', 'I7', 'I8', 'end'], ...redis, only: 'database lose-commits,database cut,kill apis,database refuse,kill every process,kill postgres',
    edits: [{ file: `${outbox}/outbox.ts`, from: 'await em.execute(statement, [id, kind, dedupeKey, sealed', to: 'await em.fork().execute(statement, [id, kind, dedupeKey, sealed' }],
  },
  {
    id: 'no-unique-index', mutant: 'two accounts may have one address', breaks: ['I1', 'S', 'end'], ...redis, faults: 3, only: 'database slow',
    edits: [{ file: 'backend/src/migrations/Migration20261121000200_auth.ts', from: 'create unique index "users_email_unique"', to: 'create index "users_email_unique"' }],
  },
  {
    id: 'mark-sent-before-send', mutant: 'a letter counts as sent before the mail server has it', breaks: ['I3', 'I7', 'end'], ...redis, faults: 5, only: 'mail 421,mail 451,mail away',
    edits: [{
      file: 'backend/src/mail/mail-sender.ts',
      from: `await this.note(deliveryId, 'sent_at = now(),', await this.send(waiting, { ...words, to: waiting.to, id, unsubscribeUrl }));`,
      to: `await this.note(deliveryId, 'sent_at = now(),', 'sent');\n    await this.send(waiting, { ...words, to: waiting.to, id, unsubscribeUrl });`,
    }],
  },
  {
    id: 'retry-on-unknown-commit', mutant: 'an act whose commit may have happened is done again', breaks: ['I1', 'I8'], ...redis, faults: 6, only: 'database lose-commits',
    edits: [{
      file: 'backend/src/common/idempotency/idempotency.ts',
      from: '  once<T extends object>({ userId, route, key, request }: KeyedRequest, work: (em: EntityManager) => Promise<T>): Promise<T> {',
      to: `  async once<T extends object>(keyed: KeyedRequest, work: (em: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.tried(keyed, work);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      return this.tried({ ...keyed, key: null }, work);
    }
  }

  private tried<T extends object>({ userId, route, key, request }: KeyedRequest, work: (em: EntityManager) => Promise<T>): Promise<T> {`,
    }],
  },
  {
    id: 'limiter-per-process', mutant: 'each process counts for itself', breaks: ['I13'], ...redis, faults: 1, only: 'flush redis',
    edits: [{ file: 'backend/src/common/rate-limits/rate-limits.ts', from: 'return (name) => new RateLimiterRedis({ storeClient: redis, ...options(name) });', to: 'return (name) => options(name).insuranceLimiter;' }],
  },
  {
    id: 'no-idempotency', mutant: 'a key is not looked at', breaks: ['I1'], ...redis, faults: 2, only: 'database lose-commits,kill apis',
    edits: [{ file: 'backend/src/common/idempotency/idempotency.ts', from: 'if (key === null) return work(em);', to: 'if (key !== undefined) return work(em);' }],
  },
  {
    id: 'decided-twice', mutant: 'what was decided is decided again', breaks: ['I1', 'I2', 'I3', 'S'], ...redis, faults: 3, only: 'database slow,database lose-commits',
    edits: [
      { file: 'backend/src/reviews/review-machine.ts', from: `where "\${column}" = ? and "status" = 'pending' returning "id", "user_id"\``, to: `where "\${column}" = ? returning "id", "user_id"\`` },
      { file: 'backend/src/reviews/review-machine.ts', from: `and "\${statusColumn}" = 'pending' and "rejected_at" is null returning "id"\``, to: `and "rejected_at" is null returning "id"\`` },
    ],
  },
  {
    id: 'files-thrown-away', mutant: 'files are thrown away though their commit may have happened', breaks: ['I9'], ...redis, faults: 8, only: 'database lose-commits',
    edits: [{ file: 'backend/src/files/files.service.ts', from: 'if (!kept.has(file.id)) await this.store.delete(file.storageKey);', to: 'if (kept.size >= 0) await this.store.delete(file.storageKey);' }],
  },
  {
    id: 'lost-jobs', mutant: 'a job that Redis lost is not enqueued again', breaks: ['I7', 'end'], ...redis, faults: 6, only: 'flush redis',
    edits: [{ file: `${outbox}/outbox-relay.ts`, from: ` or ("lease_until" is null and "enqueued_at" < now() - interval '10 minutes')`, to: '' }],
  },
  {
    id: 'shut-out-and-in', mutant: 'who is deactivated keeps their sessions', breaks: ['I11'], ...redis, faults: 2, only: 'kill apis',
    edits: [{ file: 'backend/src/admin/user-administration.ts', from: `if (status === 'deactivated') await this.sessions.endAll(em, user.id);`, to: '' }],
  },
];
