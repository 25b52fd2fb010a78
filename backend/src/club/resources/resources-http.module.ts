import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { NewsController } from './http/news.controller.js';
import { ResourcesController } from './http/resources.controller.js';
import { Resources } from './resources.service.js';

/** Needs a SessionLiveness, which the authentication module provides to the whole API process. */
@Module({ imports: [FilesModule], providers: [Resources], controllers: [ResourcesController, NewsController] })
export class ResourcesHttpModule {}
