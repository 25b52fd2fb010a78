import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, listAnswer, parseListQuery } from '../../../platform/http/index.js';
import { rejectionReasons } from '../rejection.rules.js';
import { reviewNames } from '../review.types.js';
import { presentReason } from './review.presenter.js';

const RESOURCE = 'rejection-reasons';
const listRules = {
  sortable: ['position'] as const,
  filters: {
    id: z
      .array(z.string('id must be a list of ids').max(100, 'id must be a list of ids'), 'id must be a list of ids')
      .max(1000, 'id may name 1000 records at most'),
    subject: z.enum(reviewNames, 'subject must be kyc or payment'),
  },
};

/** Lists the reasons for rejections, so that every console offers the same. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class RejectionReasonsController {
  @Get()
  @Access('payments.read')
  list(@Query() query: Record<string, string | undefined>) {
    // In the order of the list, the most frequent first, unless the query reverses it.
    const { order, offset, limit, filter } = parseListQuery({ sort: '["position","ASC"]', ...query }, listRules);
    const found = rejectionReasons
      .map(presentReason)
      .filter(
        ({ id, subject }) =>
          (filter.subject === undefined || subject === filter.subject) && (filter.id === undefined || filter.id.includes(id)),
      );
    const sorted = order === 'ASC' ? found : found.toReversed();
    return listAnswer(RESOURCE, { rows: sorted.slice(offset, offset + limit), total: found.length }, offset);
  }
}
