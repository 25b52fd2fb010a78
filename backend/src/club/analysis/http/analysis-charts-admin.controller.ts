import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer } from '../../../platform/http/index.js';
import type { AnalysisChartPreviewWire, Answer } from '../../../platform/wire/index.js';
import { AnalysisCharts } from '../analysis-charts.service.js';
import { presentChart } from './analysis.presenter.js';

const SOURCE = 'source must be the text of a chart, up to 2000 characters';
const previewBody = z.strictObject({ source: z.string(SOURCE).max(2000, SOURCE) });

/** Charts of texts that are being written. */
@ApiTags('admin')
@Controller('admin/analysis/charts')
export class AnalysisChartsAdminController {
  constructor(private readonly charts: AnalysisCharts) {}

  @Post()
  @Access('analysis.read')
  @HttpCode(200)
  @ApiOperation({ summary: 'Parses the text of a chart, and returns the candles that it shows' })
  async preview(@Body({ schema: previewBody }) { source }: z.output<typeof previewBody>): Promise<Answer<AnalysisChartPreviewWire>> {
    const chart = await this.charts.parse(source);
    return answer('Chart', { chart: presentChart(chart), candles: await this.charts.candlesOf(chart) });
  }
}
