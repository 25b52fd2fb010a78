import { Module } from '@nestjs/common';
import { AnalysisModule } from './analysis.module.js';
import { AnalysisAdminController } from './http/analysis-admin.controller.js';
import { AnalysisController } from './http/analysis.controller.js';

@Module({ imports: [AnalysisModule], controllers: [AnalysisController, AnalysisAdminController] })
export class AnalysisHttpModule {}
