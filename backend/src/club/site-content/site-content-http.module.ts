import { Module } from '@nestjs/common';
import { SiteContentAdminController } from './http/site-content-admin.controller.js';
import { SiteContentModule } from './site-content.module.js';

@Module({ imports: [SiteContentModule], controllers: [SiteContentAdminController] })
export class SiteContentHttpModule {}
