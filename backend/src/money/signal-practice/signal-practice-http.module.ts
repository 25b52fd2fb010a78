import { Module } from '@nestjs/common';
import { SignalPracticeController } from './http/signal-practice.controller.js';
import { SignalPracticeReader } from './signal-practice.reader.js';
import { SignalPracticeRepository } from './signal-practice.repository.js';

@Module({ controllers: [SignalPracticeController], providers: [SignalPracticeReader, SignalPracticeRepository] })
export class SignalPracticeHttpModule {}
