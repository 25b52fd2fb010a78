import { Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, type Actor } from '../../common/http/index.js';
import { ReconciliationDemand } from '../reconciliation/reconciliation-demand.js';
import { ReconciliationReader, reconciliationSorts } from '../reconciliation/reconciliation-reader.js';
import { reconciliationKinds, reconciliationStatuses } from '../reconciliation/reconciliation.js';
import { presentReconciliation, presentReconciliationRecord } from './reconciliation.presenter.js';

const RESOURCE = 'reconciliations';
const member = { schema: idParam('member') };
const listRules = {
  sortable: reconciliationSorts,
  filters: {
    userId: z.uuid('userId must be an id').transform((id) => id.toLowerCase()),
    status: z.enum(reconciliationStatuses, 'status must be balanced, explained, open or unavailable'),
    kind: z.enum(reconciliationKinds, 'kind must be spot or futures'),
    asset: z.string('asset must be text').trim().min(1, 'asset must not be empty').max(60, 'asset may have 60 characters at most'),
  },
};

/** Whether what was read of members' accounts explains what they hold. */
@ApiTags('exchange')
@Controller()
export class ReconciliationController {
  constructor(
    private readonly reader: ReconciliationReader,
    private readonly demand: ReconciliationDemand,
  ) {}

  @Get('me/reconciliation')
  @Access('member')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Each asset of your exchange account: what moved it, what it should be, what it is' })
  async own(@CurrentActor() { userId }: Actor) {
    return answer('Reconciliation', presentReconciliation(await this.reader.of(userId)));
  }

  @Get(`admin/${RESOURCE}`)
  @Access('admin')
  @Header('cache-control', 'no-store')
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, listRules);
    const { rows, total } = await this.reader.list(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentReconciliationRecord), total }, parsed.offset);
  }

  @Get('admin/members/:userId/reconciliation')
  @Access('admin')
  @Header('cache-control', 'no-store')
  async ofMember(@Param('userId', member) userId: string) {
    return answer('Reconciliation', presentReconciliation(await this.reader.of(userId)));
  }

  @Post('admin/members/:userId/reconcile')
  @Access('admin')
  @HttpCode(202)
  async reconcile(@CurrentActor() actor: Actor, @Param('userId', member) userId: string) {
    await this.demand.ask(actor, userId);
    return answer('The balances are being counted again', null);
  }
}
