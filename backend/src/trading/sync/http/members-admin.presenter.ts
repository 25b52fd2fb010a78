import type { MemberDetailWire, MemberWire } from '../../../platform/wire/index.js';
import type { MemberView } from '../members.repository.js';
import { presentCoverage, presentSyncState } from './sync-state.presenter.js';

export function presentMember(member: MemberView): MemberWire {
  return {
    id: member.userId,
    fullName: member.fullName,
    email: member.email,
    userType: member.membership,
    createdDate: member.createdAt.toISOString(),
    restricted: member.restricted,
    ...presentSyncState(member),
    keyRefusedAt: member.keyRefusedAt?.toISOString() ?? null,
    lastRunState: member.lastRun?.state ?? null,
    lastError: member.lastRun?.error ?? null,
    totalBalance: member.totalBalance,
  };
}

export function presentMemberDetail(member: MemberView): MemberDetailWire {
  return { ...presentMember(member), coverage: member.coverage.map(presentCoverage) };
}
