const mail = 'backend/src/mail';
const broadcasts = 'backend/src/broadcasts';
const http = { project: 'integration', tests: 'broadcasts/broadcasts' };
const sending = { project: 'integration', tests: 'broadcasts/sending' };
const preferences = { project: 'integration', tests: 'mail/preferences' };
const letters = { project: 'unit', tests: 'letters/render' };
const faults = { project: 'integration', tests: 'mail/faults' };
const dead = { project: 'integration', tests: 'mail/dead-letters' };

export const mailControls = [
  { threat: 'T9', control: 'a subject is one line', file: `${broadcasts}/broadcast-text.ts`, from: '!breaksLine.test(subject)', to: 'true', ...http, name: 'refuses a subject with' },
  { threat: 'T9', control: 'a subject cannot turn the direction of writing', file: `${broadcasts}/broadcast-text.ts`, from: '!turnsAround.test(subject)', to: 'true', ...http, name: 'refuses a subject that turns' },
  { threat: 'T9', control: 'a subject has an end', file: `${broadcasts}/broadcast-text.ts`, from: 'length(subject) <= SUBJECT_LENGTH', to: 'true', ...http, name: 'refuses an endless subject' },
  { threat: 'T9', control: 'a message has an end', file: `${broadcasts}/broadcast-text.ts`, from: 'length(message) <= MESSAGE_LENGTH', to: 'true', ...http, name: 'refuses an endless message' },
  { threat: 'T9', control: 'a message is text without control characters', file: `${broadcasts}/broadcast-text.ts`, from: '!controls.test(message)', to: 'true', ...http, name: 'refuses a message with a control' },
  { threat: 'T9', control: 'a broadcast asks for a recent sign-in', file: `${broadcasts}/http/broadcasts.v1.controller.ts`, from: "  @StepUp('recent')\n", to: '', ...http, name: 'fresh confirmation on /senduseremail' },
  { threat: 'T9', control: "the console's broadcast asks for a recent sign-in", file: `${broadcasts}/http/broadcasts-admin.controller.ts`, from: "  @StepUp('recent')\n", to: '', ...http, name: 'fresh confirmation on /admin/broadcasts' },
  { threat: 'T9', control: 'broadcasts are for admins', file: `${broadcasts}/http/broadcasts.v1.controller.ts`, from: "@Access('admin')", to: "@Access('session')", ...http, name: 'is for admins alone' },
  { threat: 'T9', control: 'an admin makes so many broadcasts an hour', file: `${broadcasts}/broadcasts.service.ts`, from: "return this.limits.consume('broadcastAdmin', adminId);", to: 'return Promise.resolve();', ...http, name: 'after 60 an hour' },
  { threat: 'T9', control: 'there is time to cancel', file: `${broadcasts}/broadcasts.service.ts`, from: "now() + ? * interval '1 second')`", to: "now() + 0 * ? * interval '1 second')`", ...http, name: 'time to cancel' },
  { threat: 'T9', control: 'a message is escaped in HTML', file: `${mail}/letters/layout.ts`, from: '{{/unless}}{{this}}{{/each}}</p>', to: '{{/unless}}{{{this}}}{{/each}}</p>', ...letters, name: 'is text whatever is typed' },
  { threat: 'T9', control: 'a subject is escaped in HTML', file: `${mail}/letters/layout.ts`, from: '{{heading}}</h1>', to: '{{{heading}}}</h1>', ...letters, name: 'shows it as text' },
  { threat: 'T9', control: 'recipients are confirmed, active accounts', file: `${mail}/reachable.ts`, from: "u.email_confirmed_at is not null and u.status = 'active' and u.rejected_at is null and", to: 'true and', ...http, name: 'freezes who gets' },
  { threat: 'T9', control: 'an account closed meanwhile gets nothing', file: `${broadcasts}/broadcast-ledger.ts`, from: '!row.reachable ? NO_ACCOUNT : ', to: '', ...sending, name: 'was deactivated' },
  { threat: 'T9', control: 'news turned off when it is made is not sent', file: `${broadcasts}/broadcasts.service.ts`, from: "case when f.refused then 'suppressed' else 'queued' end", to: "'queued'", ...http, name: 'news turned off or not' },
  { threat: 'T9', control: 'news turned off meanwhile is not sent', file: `${broadcasts}/broadcast-ledger.ts`, from: "row.kind === 'news' && row.refused ? NO_NEWS : null", to: 'null', ...sending, name: 'was deactivated' },
  { threat: 'T9', control: 'a bounced address gets no news', file: `${mail}/mail-bounces.ts`, from: "h.kind = 'hard'", to: "h.kind = 'none'", ...sending, name: 'no news from then on' },
  { threat: 'T9', control: 'an address that puts off three mails gets no news', file: `${mail}/mail-bounces.ts`, from: 'const SOFT_BOUNCES = 3;', to: 'const SOFT_BOUNCES = 30;', ...sending, name: 'put off three mails' },
  { threat: 'T9', control: 'a cancelled or paused broadcast sends nothing', file: `${broadcasts}/broadcast-ledger.ts`, from: "and b.id = d.broadcast_id and b.state = 'sending'", to: 'and b.id = d.broadcast_id', ...sending, name: 'stops when it is paused' },
  { threat: 'T9', control: 'a letter never waits behind a broadcast', file: `${mail}/mail-jobs.module.ts`, from: 'providers: [MailTransport, BulkMailTransport,', to: 'providers: [BulkMailTransport, { provide: MailTransport, useExisting: BulkMailTransport },', ...sending, name: 'hold up letters' },
  { threat: 'T9', control: 'an unsubscribe link is one of ours', file: `${mail}/preferences/unsubscribe-tokens.ts`, from: '!timingSafeEqual(bytes.subarray(UUID_BYTES + 1), this.#mac(subject)) || ', to: '', ...preferences, name: 'not ours' },
  { threat: 'T9', control: 'opening an unsubscribe link changes nothing', file: `${mail}/http/unsubscribe.controller.ts`, from: 'const topic = this.preferences.topicOf(token);', to: 'void this.preferences.unsubscribe(token); const topic = this.preferences.topicOf(token);', ...preferences, name: 'only opened' },
  { threat: 'T1', control: 'only the unsubscribe address takes a form without a session', file: `${mail}/http/one-click-bodies.ts`, from: 'if (request.routeOptions.url === ONE_CLICK) done(null);', to: 'if (request.routeOptions.url) done(null);', ...preferences, name: 'only thing that takes a form' },
  { threat: 'T9', control: 'news can be ended with one click', file: `${mail}/mail-transport.ts`, from: "...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),", to: '', ...preferences, name: 'button of the mail program' },
  { threat: 'T9', control: "preferences are a member's own", file: `${mail}/http/mail-preferences.controller.ts`, from: "@Access('member')", to: "@Access('session')", ...preferences, name: "a member's own" },
  { threat: 'T20', control: 'a letter keeps no content once it is sent', file: 'backend/src/common/outbox/outbox-delivery.ts', from: '"sent_at" = now(), "payload" = null,', to: '"sent_at" = now(),', ...faults, name: 'when the mail server comes back' },
  { threat: 'T20', control: 'a dropped dead letter keeps no content', file: `${mail}/dead-letters.ts`, from: 'dropped_at = now(), payload = null', to: 'dropped_at = now()', ...dead, name: 'leaves nothing' },
  { threat: 'T20', control: 'dead letters are for admins', file: `${mail}/http/dead-letters.controller.ts`, from: "@Access('admin')", to: "@Access('session')", ...dead, name: 'for admins alone' },
  { threat: 'R', control: 'a mail has one Message-ID on every try', file: `${mail}/mail-transport.ts`, from: 'messageId: `<${id}@${domain}>`', to: 'messageId: `<${id}${process.hrtime.bigint()}@${domain}>`', ...sending, name: 'is uncertain about mails' },
  { threat: 'R', control: 'a mail whose worker died is sent again', file: `${broadcasts}/broadcast-ledger.ts`, from: "where status = 'sending' and lease_until < now()", to: 'where false', ...sending, name: 'worker was killed' },
  { threat: 'R', control: 'letters to one person leave in order', file: `${mail}/mail-sender.ts`, from: 'if (waiting.behind) throw new NotYet(BEHIND_MS);', to: '', ...faults, name: 'puts recipients off' },
  { threat: 'R', control: 'a refusal for good is given up', file: `${mail}/mail-sender.ts`, from: 'throw refused ? new UndeliverableError(answer) : error;', to: 'throw error;', ...faults, name: 'does not know are given up' },
  { threat: 'T20', control: 'nothing stays of a letter that was sent', file: 'backend/src/common/outbox/outbox-delivery.ts', from: 'set "sent_at" = now(), "payload" = null,', to: 'set "sent_at" = now(),', project: 'integration', tests: 'integration/outbox' },
  { threat: 'T20', control: 'a letter waits sealed', file: 'backend/src/common/outbox/outbox.ts', from: 'const sealed = this.sealer.seal(JSON.stringify(payload), outboxSealContext(id));', to: 'const sealed = Buffer.from(JSON.stringify(payload)); void this.sealer; void outboxSealContext;', project: 'integration', tests: 'integration/sign-up' },
];
