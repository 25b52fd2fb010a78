const history = 'backend/src/exchange/history';
const taken = (name) => ({ project: 'integration', tests: 'exchange/history-files', name });
const listed = (name) => ({ project: 'integration', tests: 'exchange/history-lists', name });
export const historyControls = [
  { threat: 'T12', control: 'no text of a file begins a formula', file: 'backend/src/common/http/csv.ts', from: "quoted(FORMULA.test(text) ? `'${text}` : text)", to: 'quoted(FORMULA.test(text) ? text : text)', ...taken('begin a formula') },
  { threat: 'T12', control: 'a text keeps to its cell', file: 'backend/src/common/http/csv.ts', from: "(SPECIAL.test(text) ? `\"${text.replaceAll('\"', '\"\"')}\"` : text)", to: '(SPECIAL.test(text) ? text : text)', ...taken('begin a formula') },
  { threat: 'T12', control: 'a file broken off half-way is no whole file', file: 'backend/src/common/http/csv-file.ts', from: '    for await (const rows of pieces) yield csvLines(columns, rows);\n', to: '    try {\n      for await (const rows of pieces) yield csvLines(columns, rows);\n    } catch {}\n', ...taken('breaks off') },
  { threat: 'T12', control: 'a member takes so many files an hour', file: `${history}/history-export.ts`, from: "    await this.limits.consume('historyFileUser', userId);\n", to: '', ...taken('times an hour') },
  { threat: 'T12', control: 'a file that was taken is written down', file: `${history}/history-export.ts`, from: "action: 'history.export'", to: "action: 'history.seen'", ...taken('written down') },
  { threat: 'T12', control: 'a list has the rows of one account', file: `${history}/history-sql.ts`, from: ".add('account_id = ?', accountId)", to: ".add('(account_id = ? or true)', accountId)", ...listed('opens at any page') },
  { threat: 'T12', control: 'an admin who takes a member’s history has confirmed it lately', file: 'backend/src/exchange/http/history-member.controller.ts', from: "  @StepUp('recent')\n", to: '', project: 'integration', tests: 'exchange/member-rooms', name: 'confirmed it lately' },
  { threat: 'T12', control: 'an admin who takes the audit log has confirmed it lately', file: 'backend/src/audit/http/audit-admin.controller.ts', from: "  @StepUp('recent')\n", to: '', project: 'integration', tests: 'audit/audit-about', name: 'confirmed it lately' },
  { threat: 'T12', control: 'a file of the audit log is written down', file: 'backend/src/audit/audit-export.ts', from: "action: 'audit.export'", to: "action: 'audit.seen'", project: 'integration', tests: 'audit/audit-about', name: 'written down' },
];
