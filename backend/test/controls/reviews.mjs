const machine = 'backend/src/reviews/review-machine.ts';
const form = 'backend/src/payments/payment-form.ts';
const v1 = 'backend/src/payments/http/payments.v1.controller.ts';
const reveals = 'backend/src/kyc/kyc-reveals.service.ts';
const create = { project: 'integration', tests: 'payments/create-payment' };
const decide = { project: 'integration', tests: 'payments/payment-decisions' };
const races = { project: 'integration', tests: 'reviews/races' };
const reveal = { project: 'integration', tests: 'reviews/reveal' };
const final = { project: 'integration', tests: 'reviews/final' };
const desk = { project: 'integration', tests: 'reviews/workbench' };
const presences = 'backend/src/reviews/review-presences.ts';
const settings = { project: 'unit', tests: 'config/(app-config|pay-addresses)' };
export const reviewControls = [
  { threat: 'T18', control: 'only what waits is decided', file: machine, from: `where "\${column}" = ? and "status" = 'pending' returning`, to: 'where "${column}" = ? returning', ...decide, name: 'leaves earlier decisions|while the next one waits' },
  { threat: 'T18', control: 'nobody in the rejected list is decided on', file: machine, from: ` and "rejected_at" is null returning`, to: ' returning', ...races, name: 'rejected list' },
  { threat: 'T18', control: 'of two forms of a member at once one is taken', file: machine, from: ` and "\${statusColumn}" is not distinct from ? returning "id"\`, [to, userId, from]`, to: ' returning "id"`, [to, userId]', ...races, name: 'two forms' },
  { threat: 'T18', control: 'of decisions at one moment one is made', file: machine, from: ' and "status" = \'pending\' returning "id", "user_id"`,\n      [status, reason, adminId, id],\n    );\n    if (!row) throw await this.refusal(tx, kind, which, move);\n    const moved = await tx.execute<unknown[]>(\n      `update "users" set "${statusColumn}" = ?, "updated_at" = now() where "id" = ? and "${statusColumn}" = \'pending\' and', to: ' returning "id", "user_id"`,\n      [status, reason, adminId, id],\n    );\n    if (!row) throw await this.refusal(tx, kind, which, move);\n    const moved = await tx.execute<unknown[]>(\n      `update "users" set "${statusColumn}" = ?, "updated_at" = now() where "id" = ? and', ...races, name: 'fifty approvals|approving and rejecting' },
  { threat: 'T18', control: 'a form let in before a final rejection is not taken', file: machine, from: '    await refuseClosed(tx, kind, userId);\n', to: '', ...final, name: 'let in before' },
  { threat: 'T18', control: 'another try is allowed once', file: machine, from: ' and "is_final" and "reopened_at" is null returning "user_id"', to: ' and "is_final" returning "user_id"', ...final, name: 'once, with a record' },
  { threat: 'T6', control: 'who looks at a case is told to admins', file: 'backend/src/common/live/topics.ts', from: ", reviews: ({ role }) => role === 'admin'", to: '', project: 'integration', tests: 'live/reviews', name: 'is for admins' },
  { threat: 'T18', control: 'an admin ends no other admin’s visit', file: presences, from: `"submission_id" = ? and "admin_id" = ? and "visit" = ? returning 1', [kind.name, submissionId, adminId, visit]`, to: `"submission_id" = ? and "visit" = ? returning 1', [kind.name, submissionId, visit]`, ...desk, name: 'never end each other' },
  { threat: 'T18', control: 'one transaction id pays once', file: 'backend/src/migrations/Migration20261121000900_payments.ts', from: 'create unique index "payments_txid_unique"', to: 'create index "payments_txid_unique"', ...races, name: 'of two members at once' },
  { threat: 'T18', control: 'one transaction id is one in every spelling', file: form, from: '?.[1]?.toLowerCase()', to: '?.[1]', ...create, name: 'in any spelling' },
  { threat: 'D9', control: 'the amount is the fee', file: form, from: ' || !new Decimal(amount).equals(fee)', to: '', ...create, name: 'another amount|other membership|a little more' },
  { threat: 'D9', control: 'the membership is the member’s own', file: form, from: "else if (fields.membership !== membership) refuse(", to: 'else if (fields.membership === undefined) refuse(', ...create, name: 'the other membership' },
  { threat: 'T19', control: 'members approve no payment', file: v1, from: "@Get('approvepayment/:userId')\n  @Access('admin')", to: "@Get('approvepayment/:userId')\n  @Access('session')", ...decide, name: 'the payer included' },
  { threat: 'T1', control: 'no link and no other page approves a payment', file: v1, from: "@Get('approvepayment/:userId')\n  @Access('admin')\n  @StateChangingGet()", to: "@Get('approvepayment/:userId')\n  @Access('admin')", ...decide, name: 'foreign pages' },
  { threat: 'T1', control: 'no link and no other page rejects a payment', file: v1, from: "@Get('rejectpayment/:userId')\n  @Access('admin')\n  @StateChangingGet()", to: "@Get('rejectpayment/:userId')\n  @Access('admin')", ...decide, name: 'foreign pages' },
  { threat: 'T14', control: 'proofs of payment have an hourly limit', file: v1, from: 'this.uploads.run(actor.userId, request.ip, async () => {', to: 'Promise.resolve().then(async () => {', ...create, name: 'sixty-first' },
  { threat: 'T8', control: 'pending payments are for admins', file: v1, from: "@Get('getpendingpayment')\n  @Access('admin')", to: "@Get('getpendingpayment')\n  @Access('session')", ...decide, name: 'the payer included' },
  { threat: 'T3', control: 'revealing asks for a confirmation', file: 'backend/src/kyc/http/kyc-admin.controller.ts', from: "  @StepUp('explicit')\n", to: '', ...reveal, name: 'confirmation of its own' },
  { threat: 'T3', control: 'a fresh sign-in is no confirmation for revealing', file: 'backend/src/kyc/http/kyc-admin.controller.ts', from: "@StepUp('explicit')", to: "@StepUp('recent')", ...reveal, name: 'confirmation of its own' },
  { threat: 'T3', control: 'revealing is for admins', file: 'backend/src/kyc/http/kyc-admin.controller.ts', from: "@Access('admin')\n  @StepUp", to: "@Access('session')\n  @StepUp", ...reveal, name: 'owner of the key' },
  { threat: 'T3', control: 'ten keys an hour and admin', file: reveals, from: "    await this.limits.consume('reveal', adminId);\n", to: '', ...reveal, name: 'ten keys an hour' },
  { threat: 'T3', control: 'every reveal is written down', file: reveals, from: '      await this.audit.record(tx, {', to: '      if (!tx) await this.audit.record(tx, {', ...reveal, name: 'writes that down' },
  { threat: 'T3', control: 'more than five keys an hour are told to every admin', file: reveals, from: '      await this.alert(tx, adminId);\n', to: '', ...reveal, name: 'sixth key' },
  { threat: 'T3', control: 'keys asked for all at once are counted', file: reveals, from: `      await tx.execute('select 1 from "users" where "id" = ? for no key update', [adminId]);\n`, to: '', ...reveal, name: 'one after the other' },
  { threat: 'T3', control: 'a rejected submission shows no key', file: reveals, from: "row.status === 'rejected' ? null : row.exchange_account_id", to: 'row.exchange_account_id', ...reveal, name: 'rejected submission' },
  { threat: 'T3', control: 'a reason is asked for', file: 'backend/src/kyc/http/kyc-admin.controller.ts', from: ".min(5, 'A reason needs at least 5 characters')", to: '', ...reveal, name: 'shows nothing' },
  { threat: 'A6', control: 'production takes no example address', file: 'backend/src/config/app-config.ts', from: 'isWellKnownAddress(address)) throw', to: 'isWellKnownAddress(address) && !address) throw', ...settings, name: 'refuses the example' },
  { threat: 'A6', control: 'the two checksums of Bitcoin are not mixed up', file: 'backend/src/config/pay-addresses.ts', from: '(version) => version === 0)', to: '() => true)', ...settings, name: 'is refused' },
  { threat: 'A6', control: 'addresses cannot be changed while the product runs', file: 'backend/src/config/app-config.ts', from: 'payAddresses: Object.freeze({ btc, usdtTrc20 })', to: 'payAddresses: { btc, usdtTrc20 }', ...settings, name: 'nothing in the process' },
  { threat: 'A6', control: 'another network is refused', file: 'backend/src/config/pay-addresses.ts', from: ' || bytes[0] !== TRON_PREFIX', to: '', ...settings, name: 'is refused' },
];
