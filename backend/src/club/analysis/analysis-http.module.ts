import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { SiteContentModule } from '../site-content/index.js';
import { AnalysisModule } from './analysis.module.js';
import { AnalysisPictureViewer } from './analysis-picture-viewer.service.js';
import { AnalysisAdminController } from './http/analysis-admin.controller.js';
import { AnalysisChartsAdminController } from './http/analysis-charts-admin.controller.js';
import { AnalysisController } from './http/analysis.controller.js';
import { AnalysisPicturesAdminController } from './http/analysis-pictures-admin.controller.js';
import { AnalysisPicturesController } from './http/analysis-pictures.controller.js';
import { AnalysisDocuments } from './http/analysis-documents.service.js';

/** Needs a SessionLiveness, which the authentication module provides to the whole API process. */
@Module({
  imports: [AnalysisModule, FilesModule, SiteContentModule],
  providers: [AnalysisDocuments, AnalysisPictureViewer],
  controllers: [
    AnalysisController,
    AnalysisPicturesController,
    AnalysisPicturesAdminController,
    AnalysisChartsAdminController,
    AnalysisAdminController,
  ],
})
export class AnalysisHttpModule {}
