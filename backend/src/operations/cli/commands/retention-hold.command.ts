import { EntityManager } from '@mikro-orm/postgresql';
import { RetentionHoldsService, RetentionModule } from '../../../club/privacy/index.js';
import { defineCommand, Misuse, type Outcome } from '../command.js';
import { confirmingAdmin, memberOf } from '../options.input.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const command = defineCommand({
  summary:
    'Keeps the data of a member whom a court, an authority or a suspicion is about: nothing of it is deleted because its ' +
    'time is over. Without --user: lists who is on hold',
  options: {
    user: { value: 'ADDRESS', help: 'the member, by address or id' },
    reason: { value: 'TEXT', help: 'which law, order or file number; up to 1000 characters, not shown to the member' },
    'confirmed-by': { value: 'ADDRESS', help: 'the admin who answers for it' },
    until: { value: 'YYYY-MM-DD', help: 'the day it ends by itself; without it: until it is lifted' },
    lift: { help: 'end the hold' },
  },
  modules: () => Promise.resolve([RetentionModule]),
  async run({ options, get }): Promise<Outcome> {
    const { user, reason, until, lift, 'confirmed-by': by } = options;
    const holds = get(RetentionHoldsService);
    if (user === undefined) {
      if (reason !== undefined || by !== undefined || until !== undefined || lift) throw new Misuse('Say whose data it is about: --user');
      const open = await holds.open();
      return {
        data: { holds: open },
        lines:
          open.length === 0
            ? ['Nobody is on hold']
            : open.map(
                (hold) => `${hold.userId} since ${dayOf(hold.placedAt)}${hold.until ? `, until ${dayOf(hold.until)}` : ''}: ${hold.reason}`,
              ),
      };
    }
    const words = reason?.trim() ?? '';
    if (words === '' || words.length > 1000 || by === undefined)
      throw new Misuse('Give --reason, of up to 1000 characters, and --confirmed-by');
    if (lift && until !== undefined) throw new Misuse('A hold that is lifted has no --until');
    const em = get(EntityManager);
    const { id: adminId } = await confirmingAdmin(em, by);
    const { id: userId } = await memberOf(em, user);
    if (lift) await holds.lift(userId, adminId, words);
    else await holds.place({ userId, reason: words, placedBy: adminId, until: until === undefined ? null : endOf(until) });
    return {
      data: { userId, held: !lift, until: until ?? null },
      lines: [
        lift
          ? 'The hold is lifted: what is due goes with the next run'
          : `Nothing of this member is deleted because its time is over, until ${until ?? 'the hold is lifted'}`,
      ],
    };
  },
});

/** The beginning of that day, UTC. */
function endOf(day: string): Date {
  const end = new Date(`${day}T00:00:00Z`);
  if (!DAY.test(day) || Number.isNaN(end.getTime()) || dayOf(end) !== day) throw new Misuse('--until is a day, such as 2027-03-31');
  return end;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
