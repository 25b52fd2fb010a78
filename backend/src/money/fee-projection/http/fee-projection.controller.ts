import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import type { Answer, FundFeeProjectionWire, FundFeeTermsWire } from '../../../platform/wire/index.js';
import { methodExample } from '../fee-methods.rules.js';
import { projectFees } from '../fee-projection.rules.js';
import { projectionQuery, type ProjectionQuery } from './fee-projection.dto.js';
import { FeeProjectionLimitGuard } from './fee-projection-limit.guard.js';
import { presentProjection, presentTerms } from './fee-projection.presenter.js';

/** The fund's fees for anybody: what they would be of an assumed year, and by which method. Nothing is stored. */
@ApiTags('fund fees')
@Controller('fund-fees')
@Access('public')
@UseGuards(FeeProjectionLimitGuard)
export class FeeProjectionController {
  /** The same for everybody, and computed by the first request. */
  private terms: FundFeeTermsWire | null = null;

  @Get()
  @ApiOperation({ summary: "The rates of the fund's fees, and an example of the method beside another one" })
  published(): Answer<FundFeeTermsWire> {
    this.terms ??= presentTerms(methodExample());
    return answer('The fees of the fund', this.terms);
  }

  @Get('projection')
  @ApiOperation({ summary: 'Both fees of a year with an assumed result' })
  projection(@Query({ schema: projectionQuery }) assumption: ProjectionQuery): Answer<FundFeeProjectionWire> {
    return answer('The fees of an assumed year', presentProjection(projectFees(assumption)));
  }
}
