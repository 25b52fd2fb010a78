import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import type { AdminDashboardWire } from '../../../platform/wire/index.js';
import { DashboardService, type DashboardCounters } from '../dashboard.service.js';

@ApiTags('admin')
@Controller('admindashboard')
export class DashboardV1Controller {
  constructor(private readonly dashboard: DashboardService) {}

  @Get()
  @Access('dashboard.read')
  @ApiOperation({ summary: 'Counts users, payments, verifications and signals' })
  async counters() {
    return answer('Dashboard counters', present(await this.dashboard.counters()));
  }
}

function present({ users, paid, kycApproved, kycPending, kycRejected, signals }: DashboardCounters): AdminDashboardWire {
  return {
    allUser: users,
    paidUser: paid,
    approveKyc: kycApproved,
    verifyKyc: kycApproved,
    pendingKyc: kycPending,
    rejectKyc: kycRejected,
    signalSent: signals,
  };
}
