import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import type { Answer, NewsWire } from '../../../platform/wire/index.js';

@ApiTags('me')
@Controller('me/news')
export class NewsController {
  constructor(private readonly config: AppConfig) {}

  @Get()
  @Access('session')
  @ApiOperation({ summary: 'Whose page shows the latest news; nothing is loaded from there before somebody says so' })
  read(): Answer<NewsWire> {
    const { newsWidgetUrl: url } = this.config;
    return answer('The news of another site', {
      widget: url === null ? null : { url, provider: new URL(url).hostname.replace(/^www\./, '') },
    });
  }
}
