import { Module } from '@nestjs/common';
import { FilesModule } from '../files/index.js';
import { LessonsController } from './http/lessons.controller.js';
import { NewsController } from './http/news.controller.js';
import { ResourcesController } from './http/resources.controller.js';
import { lessonCatalogue, LessonCatalogue, LessonProgressRepository, LessonsService } from './lessons/index.js';
import { ResourcesService } from './resources.service.js';

/** Needs a SessionLiveness, which the authentication module provides to the whole API process. */
@Module({
  imports: [FilesModule],
  providers: [ResourcesService, LessonsService, LessonProgressRepository, { provide: LessonCatalogue, useValue: lessonCatalogue }],
  controllers: [ResourcesController, LessonsController, NewsController],
})
export class ResourcesHttpModule {}
