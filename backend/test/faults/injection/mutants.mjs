// Faults of the product that the harness must find: each is one mutation of the sources, and the invariants of which one must break.
// `npm run nemesis:mutants`.
import { editText, removeIf, replace } from '../../../../scripts/lib/mutation/operations.mjs';

const redis = { queue: 'redis', seed: 7, faults: 10 };

/** `only`: the kinds of fault that bring it out; the others would only take time. */
export const mutants = [
  {
    id: 'enqueue-before-commit',
    mutant: 'a letter leaves its transaction before that commits',
    breaks: ['I1', 'I3', 'I7', 'I8', 'end'],
    ...redis,
    only: 'database lose-commits,database cut,kill apis,database refuse,kill every process,kill postgres',
    mutation: replace('OutboxMessageRepository.insertAll', 'outbox(tx)', 'outbox(tx.fork())'),
  },
  {
    id: 'no-unique-index',
    mutant: 'two accounts may have one address',
    breaks: ['I1', 'S', 'end'],
    ...redis,
    faults: 3,
    only: 'database slow',
    mutation: editText('Migration20261121000200_auth.up', 'create unique index "users_email_unique"', 'create index "users_email_unique"'),
  },
  {
    id: 'mark-sent-before-send',
    mutant: 'a letter counts as sent before the mail server has it',
    breaks: ['I3', 'I7', 'end'],
    ...redis,
    faults: 5,
    only: 'mail 421,mail 451,mail away',
    mutation: replace(
      'MailSender.handle',
      'await this.deliveries.recordAttempt($id, $result, await $send);',
      "await this.deliveries.recordAttempt($id, $result, 'sent'); await $send;",
    ),
  },
  {
    id: 'retry-on-unknown-commit',
    mutant: 'an act whose commit may have happened is done again',
    breaks: ['I1', 'I8'],
    ...redis,
    faults: 6,
    only: 'database lose-commits',
    mutation: replace(
      'Idempotency.once',
      'this.em.transactional($keyed)',
      `this.em.transactional($keyed).catch((error: unknown) => {
        if (error instanceof DomainError) throw error;
        return this.em.transactional(work);
      })`,
    ),
  },
  {
    id: 'limiter-per-process',
    mutant: 'each process counts for itself',
    breaks: ['I13'],
    ...redis,
    faults: 1,
    only: 'flush redis',
    mutation: replace('RateLimits.onRedis', 'new RateLimiterRedis(_)', 'options(name).insuranceLimiter'),
  },
  {
    id: 'no-idempotency',
    mutant: 'a key is not looked at',
    breaks: ['I1'],
    ...redis,
    faults: 2,
    only: 'database lose-commits,kill apis',
    mutation: replace('Idempotency.once', 'key === null', 'key !== undefined'),
  },
  {
    id: 'decided-twice',
    mutant: 'what was decided is decided again',
    breaks: ['I1', 'I2', 'I3', 'S'],
    ...redis,
    faults: 3,
    only: 'database slow,database lose-commits',
    mutation: [
      replace('ReviewRepository.decide', "$query.where('status', '=', 'pending')", '$query'),
      replace('ReviewRepository.decideMember', "$query.where(statusColumn, '=', 'pending')", '$query'),
    ],
  },
  {
    id: 'files-thrown-away',
    mutant: 'files are thrown away though their commit may have happened',
    breaks: ['I9'],
    ...redis,
    faults: 8,
    only: 'database lose-commits',
    mutation: replace('FilesService.keep', '!$committing', '$committing || !$committing'),
  },
  {
    id: 'lost-jobs',
    mutant: 'a job that Redis lost is not enqueued again',
    breaks: ['I7', 'end'],
    ...redis,
    faults: 6,
    only: 'flush redis',
    mutation: editText('IS_DUE', " or (lease_until is null and enqueued_at < now() - interval '10 minutes')", ''),
  },
  {
    id: 'shut-out-and-in',
    mutant: 'who is deactivated keeps their sessions',
    breaks: ['I11'],
    ...redis,
    faults: 2,
    only: 'kill apis',
    mutation: removeIf('AccountStatusService.move', 'this.sessions.endAll(_, _)'),
  },
  {
    id: 'lost-payment-stays',
    mutant: 'the booking of a payment stays when its block is replaced',
    history: 'payments',
    breaks: ['M2', 'M3'],
    seed: 7,
    faults: 2,
    only: 'bitcoin reorganisation that drops',
    mutation: replace('settlement.rules/reversalsOf', 'lost.length === 0', 'lost.length >= 0'),
  },
  {
    id: 'booked-again',
    mutant: 'a payment is booked whenever it is read',
    history: 'payments',
    breaks: ['M2'],
    seed: 7,
    faults: 1,
    only: 'kill workers',
    mutation: replace('settlement.rules/isUnposted', '$posted === 0n', '$posted >= 0n'),
  },
];
