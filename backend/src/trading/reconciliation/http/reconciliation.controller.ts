import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, type Actor } from '../../../platform/http/index.js';
import { ReconciliationRepository, reconciliationSorts } from '../reconciliation.repository.js';
import { reconciliationKinds, reconciliationStatuses } from '../reconciliation.types.js';
import { RequestReconciliationService } from '../request-reconciliation.service.js';
import { presentReconciliation, presentReconciliationRecord } from './reconciliation.presenter.js';

const RESOURCE = 'reconciliations';
const member = { schema: idParam('member') };
const listRules = {
  sortable: reconciliationSorts,
  filters: {
    userId: z.uuid('userId must be an id').transform((id) => id.toLowerCase()),
    status: z.enum(reconciliationStatuses, 'status must be balanced, explained, open or unavailable'),
    kind: z.enum(reconciliationKinds, 'kind must be spot or futures'),
    asset: z.string('asset must be text').trim().min(1, 'asset must not be empty').max(60, 'asset can have up to 60 characters'),
  },
};

/** Whether what was read of members' accounts explains what they hold. */
@ApiTags('exchange')
@Controller()
export class ReconciliationController {
  constructor(
    private readonly reconciliations: ReconciliationRepository,
    private readonly requests: RequestReconciliationService,
  ) {}

  @Get('me/reconciliation')
  @Access('member')
  @ApiOperation({ summary: 'Each asset of your exchange account: what moved it, what it should be, what it is' })
  async own(@CurrentActor() { userId }: Actor) {
    return answer('Reconciliation', presentReconciliation(await this.reconciliations.findOf(userId)));
  }

  @Get(`admin/${RESOURCE}`)
  @Access('trades.read')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.reconciliations.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentReconciliationRecord), total }, parsed.offset);
  }

  @Get('admin/members/:userId/reconciliation')
  @Access('trades.read')
  async ofMember(@Param('userId', member) userId: string) {
    return answer('Reconciliation', presentReconciliation(await this.reconciliations.findOf(userId)));
  }

  @Post('admin/members/:userId/reconcile')
  @Access('sync.start')
  @HttpCode(202)
  async reconcile(@CurrentActor() actor: Actor, @Param('userId', member) userId: string) {
    await this.requests.request(actor, userId);
    return answer('The balances are being counted again', null);
  }
}
