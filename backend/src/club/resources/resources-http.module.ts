import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { NewsController } from './http/news.controller.js';
import { ResourcesController } from './http/resources.controller.js';
import { ResourcesService } from './resources.service.js';

/** Needs a SessionLiveness, which the authentication module provides to the whole API process. */
@Module({ imports: [FilesModule], providers: [ResourcesService], controllers: [ResourcesController, NewsController] })
export class ResourcesHttpModule {}
