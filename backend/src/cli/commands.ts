import type { Command } from './command.js';

/** Every command: a file and a line here. Loaded when it is called, so that the offline ones need no server. */
export const commands: Record<string, () => Promise<{ command: Command }>> = {
  'audit:verify': () => import('./commands/audit-verify.command.js'),
  'log:verify': () => import('./commands/log-verify.command.js'),
  'admin:reset-mfa': () => import('./commands/admin-reset-mfa.command.js'),
  'dead:list': () => import('./commands/dead-list.command.js'),
  'dead:retry': () => import('./commands/dead-retry.command.js'),
  'dead:drop': () => import('./commands/dead-drop.command.js'),
  'portfolio:returns': () => import('./commands/portfolio-returns.command.js'),
  'portfolio:pnl': () => import('./commands/portfolio-pnl.command.js'),
  'signals:rescore': () => import('./commands/signals-rescore.command.js'),
  'signals:score': () => import('./commands/signals-score.command.js'),
  'sealed:new-pair': () => import('./commands/sealed-new-pair.command.js'),
  'sealed:export': () => import('./commands/sealed-export.command.js'),
  'sealed:open': () => import('./commands/sealed-open.command.js'),
};
