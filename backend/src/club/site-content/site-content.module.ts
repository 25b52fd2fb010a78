import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { PublishedPages } from './published-pages.loop.js';
import { SiteBuild } from './site-build.reader.js';
import { SiteContentService } from './site-content.service.js';
import { SiteSectionRepository } from './site-section.repository.js';

const EXPORTED = [PublishedPages, SiteBuild, SiteContentService, SiteSectionRepository];

@Module({ imports: [AuditModule], providers: EXPORTED, exports: EXPORTED })
export class SiteContentModule {}
