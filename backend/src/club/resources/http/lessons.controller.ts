import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, PageLanguage, type Actor } from '../../../platform/http/index.js';
import { Idempotency, IdempotencyKey } from '../../../platform/idempotency/index.js';
import { LessonsService } from '../lessons/index.js';
import { lessonId, quizBody, type QuizBody } from './lessons.dto.js';
import { presentLesson, presentLessons, presentLessonWithQuiz, presentResult } from './lessons.presenter.js';
import { SubscriberGuard } from './subscriber.guard.js';

type Tag = Language | null;

/** The lessons of the resources with the caller's own progress: no route takes the id of a member. */
@ApiTags('me')
@Controller('me/lessons')
@Access('session')
@UseGuards(SubscriberGuard)
export class LessonsController {
  constructor(
    private readonly lessons: LessonsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ summary: 'All lessons with my progress' })
  async list(@CurrentActor() { userId }: Actor, @PageLanguage() language: Tag) {
    return answer('Your lessons', presentLessons(await this.lessons.list(userId), language ?? DEFAULT_LANGUAGE));
  }

  @Get(':id')
  @ApiOperation({ summary: 'A lesson with the questions of its quiz, without the right answers' })
  async find(@CurrentActor() { userId }: Actor, @Param('id', { schema: lessonId }) id: string, @PageLanguage() language: Tag) {
    return answer('A lesson', presentLessonWithQuiz(await this.lessons.find(userId, id), language ?? DEFAULT_LANGUAGE));
  }

  @Post(':id/open')
  @HttpCode(200)
  @ApiOperation({ summary: 'Marks a lesson as started; may be repeated' })
  async open(@CurrentActor() { userId }: Actor, @Param('id', { schema: lessonId }) id: string, @PageLanguage() language: Tag) {
    return answer('Started', presentLesson(await this.lessons.open(userId, id), language ?? DEFAULT_LANGUAGE));
  }

  @Post(':id/read')
  @HttpCode(200)
  @ApiOperation({ summary: 'Completes a lesson that has no quiz; may be repeated' })
  async read(@CurrentActor() { userId }: Actor, @Param('id', { schema: lessonId }) id: string, @PageLanguage() language: Tag) {
    return answer('Completed', presentLesson(await this.lessons.read(userId, id), language ?? DEFAULT_LANGUAGE));
  }

  @Post(':id/quiz')
  @HttpCode(200)
  @ApiOperation({ summary: 'Answers the quiz of a lesson; an Idempotency-Key makes a retry count once' })
  async quiz(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: lessonId }) id: string,
    @Body({ schema: quizBody }) { answers }: QuizBody,
    @IdempotencyKey() key: string | null,
    @PageLanguage() language: Tag,
  ) {
    return this.idempotency.once({ userId, route: 'lessons.quiz', key, request: { id, answers, language } }, async (tx) =>
      answer('Your result', presentResult(await this.lessons.answer(tx, userId, id, answers), language ?? DEFAULT_LANGUAGE)),
    );
  }

  @Put(':id/bookmark')
  @ApiOperation({ summary: 'Sets a bookmark; may be repeated' })
  async bookmark(@CurrentActor() { userId }: Actor, @Param('id', { schema: lessonId }) id: string, @PageLanguage() language: Tag) {
    return answer('Bookmarked', presentLesson(await this.lessons.bookmark(userId, id, true), language ?? DEFAULT_LANGUAGE));
  }

  @Delete(':id/bookmark')
  @ApiOperation({ summary: 'Removes a bookmark; may be repeated' })
  async removeBookmark(@CurrentActor() { userId }: Actor, @Param('id', { schema: lessonId }) id: string, @PageLanguage() language: Tag) {
    return answer('Bookmark removed', presentLesson(await this.lessons.bookmark(userId, id, false), language ?? DEFAULT_LANGUAGE));
  }
}
