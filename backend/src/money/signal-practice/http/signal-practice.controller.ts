import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import type { Answer, SignalPracticeWire } from '../../../platform/wire/index.js';
import { BRIEFLY, TrackRecordLimitGuard } from '../../../trading/track-record/index.js';
import { SignalPracticeReader } from '../signal-practice.reader.js';
import { presentSignalPractice } from './signal-practice.presenter.js';

/** The part of the public track record that is about trades. */
@ApiTags('track record')
@Controller('track-record/practice')
@Access('public')
export class SignalPracticeController {
  constructor(private readonly reader: SignalPracticeReader) {}

  @Get()
  @UseGuards(TrackRecordLimitGuard)
  @Header('cache-control', BRIEFLY)
  @ApiOperation({ summary: "How often the club's own account followed the signals, and at which prices members entered them" })
  async practice(): Promise<Answer<SignalPracticeWire>> {
    return answer('Signals in practice', presentSignalPractice(await this.reader.practice()));
  }
}
