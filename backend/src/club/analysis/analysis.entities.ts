import { AnalysisPictureSchema } from './analysis-picture.entity.js';
import { AnalysisPostSchema } from './analysis-post.entity.js';
import { AnalysisRevisionSchema } from './analysis-revision.entity.js';

export const analysisEntities = [AnalysisPostSchema, AnalysisRevisionSchema, AnalysisPictureSchema];
