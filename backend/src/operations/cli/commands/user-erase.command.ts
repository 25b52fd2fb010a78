import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../../platform/config/index.js';
import {
  ErasureDecisionsService,
  ErasurePreviewRepository,
  ErasuresService,
  keptOf,
  PrivacyCliModule,
  type ErasurePreview,
} from '../../../club/privacy/index.js';
import { defineCommand, type Outcome } from '../command.js';
import { confirmingAdmin, memberOf, memberOption } from '../options.input.js';

export const command = defineCommand({
  summary:
    'Erases what can be erased of a member who asked by letter, and locks the rest until the law lets it go; as "My ' +
    'data" and the console do',
  options: {
    user: memberOption,
    'confirmed-by': { value: 'ADDRESS', required: true, help: 'the admin who made sure that it is the member who asks' },
    complete: { help: 'answer the request too: the membership ends, and what is kept gets its last day' },
    'dry-run': { help: 'show what would be erased and what is kept, and change nothing' },
  },
  modules: () => Promise.resolve([PrivacyCliModule]),
  async run({ options, get }): Promise<Outcome> {
    const em = get(EntityManager);
    const { id: userId, role } = await memberOf(em, options.user);
    const admin = await confirmingAdmin(em, options['confirmed-by']);
    const erasures = get(ErasuresService);
    const open = await erasures.latestOf(userId);
    const isOpen = open?.state === 'restricted';
    const found = await get(ErasurePreviewRepository).count(userId);
    const about = { userId, confirmedBy: admin.id, ...found };
    const kept = keptOf(role, get(AppConfig).retention).map(({ what, until }) => `  ${what}: until ${until}`);
    if (options['dry-run']) {
      return {
        data: { ...about, open: isOpen, requestId: open?.id ?? null, state: open?.state ?? null },
        lines: [
          'Nothing was changed.',
          ...(isOpen ? ['A request is open already.'] : []),
          'Erased at once:',
          ...counted(found.atOnce),
          'Kept and locked:',
          ...counted(found.kept),
          ...kept,
        ],
      };
    }
    // Asked for by the member themselves, or by an earlier call: then only the answer is missing.
    const requestId = isOpen && options.complete ? open.id : await erasures.askFor(userId, admin.id);
    if (options.complete) await get(ErasureDecisionsService).complete(admin.id, requestId);
    const state = options.complete ? 'completed' : 'restricted';
    return {
      data: { ...about, requestId, state },
      lines: [
        ...(isOpen ? [] : ['Erased:', ...counted(found.atOnce)]),
        options.complete
          ? 'The membership has ended, and what is kept has its last day:'
          : 'The rest is locked until an admin answers the request in the console:',
        ...kept,
        'The member gets a mail that says so.',
      ],
    };
  },
});

const words: Record<string, string> = {
  exchangeKey: 'exchange keys',
  exchangeSignIns: 'exchange sign-ins',
  pictures: 'pictures',
  phoneNumber: 'phone numbers',
  inviter: 'links to whoever invited them',
  verifications: 'verifications',
  payments: 'payments',
  files: 'documents',
  exchangeAccounts: 'exchange accounts',
  trades: 'trades',
  signalsShown: 'signals that were shown',
};

const counted = (counts: ErasurePreview['atOnce'] | ErasurePreview['kept']) =>
  Object.entries(counts).map(([what, n]: [string, number]) => `  ${n} ${words[what]}`);
