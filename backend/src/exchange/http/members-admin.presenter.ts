import { maskSecret } from '../../common/crypto/index.js';
import type { MemberWire, SyncRunWire } from '../../wire/index.js';
import type { MemberView, SyncRunView } from '../history/members-reader.js';

export function presentMember(member: MemberView): MemberWire {
  return {
    id: member.userId,
    fullName: member.fullName,
    email: member.email,
    userType: member.membership,
    createdDate: member.createdAt.toISOString(),
    venue: member.venue,
    keyState: member.keyState ?? 'none',
    keyHint: member.keyHint === null ? null : maskSecret(member.keyHint),
    lastSyncedAt: member.lastSyncedAt?.toISOString() ?? null,
    nextSyncAt: member.nextSyncAt?.toISOString() ?? null,
    lastRunState: member.lastRunState,
    lastError: member.lastError,
    totalBalance: member.totalBalance,
  };
}

export function presentSyncRun(run: SyncRunView): SyncRunWire {
  return {
    id: run.id,
    userId: run.userId,
    trigger: run.trigger,
    state: run.state,
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    rows: run.rows,
    warnings: run.warnings,
    error: run.error,
  };
}
