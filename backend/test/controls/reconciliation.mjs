const http = 'backend/src/exchange/http/reconciliation.controller.ts';
const folder = 'backend/src/exchange/reconciliation';
const tests = (file) => ({ project: 'integration', tests: `exchange/reconciliation-${file}` });

export const reconciliationControls = [
  { threat: 'T6', control: 'members’ balances are listed for admins alone', file: http, from: "  @Get(`admin/${RESOURCE}`)\n  @Access('admin')", to: "  @Get(`admin/${RESOURCE}`)\n  @Access('session')", ...tests('routes') },
  { threat: 'T6', control: 'a member’s reconciliation is for admins', file: http, from: "  @Get('admin/members/:userId/reconciliation')\n  @Access('admin')", to: "  @Get('admin/members/:userId/reconciliation')\n  @Access('session')", ...tests('routes') },
  { threat: 'T6', control: 'counting again is for admins', file: http, from: "  @Post('admin/members/:userId/reconcile')\n  @Access('admin')", to: "  @Post('admin/members/:userId/reconcile')\n  @Access('session')", ...tests('routes') },
  { threat: 'A', control: 'counting again is written down', file: `${folder}/reconciliation-demand.ts`, from: "      await this.audit.record(tx, { action: 'exchange.reconcile',", to: "      if (!row.id) await this.audit.record(tx, { action: 'exchange.reconcile',", ...tests('routes') },
  { threat: 'S', control: 'accounts that are not in use are not listed', file: `${folder}/reconciliation-reader.ts`, from: "new Conditions('a.is_current')", to: 'new Conditions()', ...tests('routes') },
  { threat: 'S', control: 'what happened after the reading is not counted', file: `${folder}/spot-lines.ts`, from: 'coalesce(sum(qty) filter (where "time" <= :readAt), 0) as qty', to: 'coalesce(sum(qty), 0) as qty', ...tests('ledger') },
  { threat: 'S', control: 'deposits count once they are credited', file: `${folder}/spot-lines.ts`, from: 'case when status = any(:credited::int[]) then amount else 0 end', to: 'amount', ...tests('ledger') },
  { threat: 'S', control: 'fees of withdrawals are counted', file: `${folder}/spot-lines.ts`, from: "'fees' else 'funding' end, -transaction_fee", to: "'fees' else 'funding' end, -transaction_fee * 0", ...tests('(ledger|property)') },
  { threat: 'S', control: 'a gap explains a residual in its own direction alone', file: `${folder}/judge.ts`, from: 'say(more && missing(facts.deposits)', to: 'say(missing(facts.deposits)', ...tests('ledger') },
  { threat: 'S', control: 'what nothing explains is open', file: `${folder}/judge.ts`, from: "off ? (reasons.length > 0 ? 'explained' : 'open') : 'balanced');\n    }),\n    ...futures", to: "off ? 'explained' : 'balanced');\n    }),\n    ...futures", ...tests('ledger') },
  { threat: 'S', control: 'the opening of the futures wallet stays', file: `${folder}/futures-lines.ts`, from: 'case when o.asset is not null then o.opening when b.made', to: 'case when b.made and o.asset is null', ...tests('futures') },
  { threat: 'S', control: 'an older reading changes nothing', file: `${folder}/reconciliation.service.ts`, from: 'if (state && new Date(state.read_at) > readAt) return null;', to: '', ...tests('ledger') },
  { threat: 'S', control: 'whoever reconciles the same account waits', file: `${folder}/reconciliation.service.ts`, from: "select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ?, 0))", to: "select hashtextextended('reconciliation ' || ?, 0)", ...tests('ledger') },
  { threat: 'S', control: 'a futures wallet waits for its journal', file: `${folder}/reconciliation.service.ts`, from: 'const journalRead = facts.journal !== null && facts.journal.until >= readAt;', to: 'const journalRead = facts.journal !== null;', ...tests('futures') },
];
