import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import type { SearchHitWire } from '../../../platform/wire/index.js';
import { ConsoleSearchService } from '../console-search.service.js';
import type { SearchHit } from '../console-search.types.js';

const MESSAGE = 'q must be a text of 2 to 100 characters';
const searchQuery = z.object({ q: z.string(MESSAGE).trim().min(2, MESSAGE).max(100, MESSAGE) });

/** The search of the console. Everybody in the team has it; what it finds depends on their permissions. */
@ApiTags('admin')
@Controller('admin/search')
export class ConsoleSearchAdminController {
  constructor(private readonly search: ConsoleSearchService) {}

  @Get()
  @Access('dashboard.read')
  @ApiOperation({ summary: 'Records that a text finds, five of each kind the caller may read' })
  async find(@CurrentActor() actor: Actor, @Query({ schema: searchQuery }) { q }: z.output<typeof searchQuery>) {
    return answer('Search results', (await this.search.search(actor, q)).map(presentHit));
  }
}

function presentHit({ at, ...hit }: SearchHit): SearchHitWire {
  return { ...hit, at: at?.toISOString() ?? null };
}
