import type { Command } from './command.js';

/** Every command, `noun verb`. A file is loaded when its command is called, so that the offline ones need no server. */
export const commands: Record<string, () => Promise<{ command: Command }>> = {
  'admin add': () => import('./commands/admin-add.command.js'),
  'admin reset-mfa': () => import('./commands/admin-reset-mfa.command.js'),
  'audit verify': () => import('./commands/audit-verify.command.js'),
  'backup create': () => import('./commands/backup-create.command.js'),
  'backup prune': () => import('./commands/backup-prune.command.js'),
  'backup restore': () => import('./commands/backup-restore.command.js'),
  'club share': () => import('./commands/club-share.command.js'),
  'dead list': async () => ({ command: (await import('./commands/dead-letters.command.js')).list }),
  'dead retry': async () => ({ command: (await import('./commands/dead-letters.command.js')).retry }),
  'dead drop': async () => ({ command: (await import('./commands/dead-letters.command.js')).drop }),
  'fund fees': () => import('./commands/fund-fees.command.js'),
  'invoices verify': () => import('./commands/invoices-verify.command.js'),
  'keys list': () => import('./commands/keys-list.command.js'),
  'keys add': () => import('./commands/keys-add.command.js'),
  'keys use': () => import('./commands/keys-use.command.js'),
  'keys rotate': () => import('./commands/keys-rotate.command.js'),
  'keys reencrypt': () => import('./commands/keys-reencrypt.command.js'),
  'keys retire': () => import('./commands/keys-retire.command.js'),
  'keys verify': () => import('./commands/keys-verify.command.js'),
  'keys export': () => import('./commands/keys-export.command.js'),
  'keys open': () => import('./commands/keys-open.command.js'),
  'keys backup-check': () => import('./commands/keys-backup-check.command.js'),
  'ledger export': () => import('./commands/ledger-export.command.js'),
  'log verify': () => import('./commands/log-verify.command.js'),
  'portfolio returns': () => import('./commands/portfolio-returns.command.js'),
  'portfolio pnl': () => import('./commands/portfolio-pnl.command.js'),
  'retention run': () => import('./commands/retention-run.command.js'),
  'retention hold': () => import('./commands/retention-hold.command.js'),
  'sealed new-pair': () => import('./commands/sealed-new-pair.command.js'),
  'sealed export': () => import('./commands/sealed-export.command.js'),
  'sealed open': () => import('./commands/sealed-open.command.js'),
  'signals rescore': () => import('./commands/signals-rescore.command.js'),
  'signals score': () => import('./commands/signals-score.command.js'),
  'statements verify': () => import('./commands/statements-verify.command.js'),
  'sync run': () => import('./commands/sync-run.command.js'),
  'tax report': () => import('./commands/tax-report.command.js'),
  'user export': () => import('./commands/user-export.command.js'),
  'user erase': () => import('./commands/user-erase.command.js'),
};

/** Names that are not `noun:verb` of the above; `keys:rewrap` is the security specification's. */
const ALIASES: Record<string, string> = {
  backup: 'backup create',
  'backups:prune': 'backup prune',
  restore: 'backup restore',
  'keys:rewrap': 'keys rotate',
};

/** Finds the command that was typed, as `keys list` or `keys:list`. `words`: how many of `argv` name it. */
export function findCommand([first = '', second = '']: readonly string[]): { name: string; words: number } | null {
  const pair = `${first} ${second}`;
  if (Object.hasOwn(commands, pair)) return { name: pair, words: 2 };
  const name = Object.hasOwn(ALIASES, first) ? ALIASES[first]! : first.replace(':', ' ');
  return Object.hasOwn(commands, name) ? { name, words: 1 } : null;
}
