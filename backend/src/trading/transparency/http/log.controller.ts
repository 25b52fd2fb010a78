import { Controller, Get, Header, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, answer } from '../../../platform/http/index.js';
import type { Answer, LogConsistencyWire, LogHeadWire, LogInclusionWire, LogLeafWire, LogWire } from '../../../platform/wire/index.js';
import { LogKeysService } from '../log-keys.service.js';
import { LogReader } from '../log.reader.js';
import { LogTreeService } from '../log-tree.service.js';
import {
  consistencyQuery,
  headsQuery,
  inclusionQuery,
  leavesQuery,
  type ConsistencyQuery,
  type InclusionQuery,
  type PageQuery,
} from './log.dto.js';
import { LogLimitGuard } from './log-limit.guard.js';
import { base64, presentHead, presentInclusion, presentKey, presentLeaf } from './log.presenter.js';

/** For answers about a given size, which never change in an append-only tree. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The public transparency log. */
@ApiTags('log')
@Controller('log')
@Access('public')
@UseGuards(LogLimitGuard)
export class LogController {
  constructor(
    private readonly reader: LogReader,
    private readonly tree: LogTreeService,
    private readonly keys: LogKeysService,
  ) {}

  @Get()
  @Header('cache-control', 'no-cache')
  @ApiOperation({ summary: 'Keys, size and newest signed head of the log' })
  async state(): Promise<Answer<LogWire>> {
    const { size, head } = await this.reader.state();
    return answer('The transparency log', {
      format: 'tidemark.log/v2',
      keys: this.keys.all.map(presentKey),
      size,
      head: head && presentHead(head),
    });
  }

  @Get('heads')
  @ApiOperation({ summary: 'Signed heads from a number on' })
  async heads(
    @Query({ schema: headsQuery }) { from, limit }: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<LogHeadWire[]>> {
    const heads = await this.reader.heads(from, limit);
    void reply.header('cache-control', heads.length === limit ? IMMUTABLE : 'no-cache');
    return answer('Signed heads', heads.map(presentHead));
  }

  @Get('leaves')
  @Header('cache-control', 'no-cache')
  @ApiOperation({ summary: 'Leaves from an index on; what a leaf says, once its signal has ended' })
  async leaves(@Query({ schema: leavesQuery }) { from, limit }: PageQuery): Promise<Answer<LogLeafWire[]>> {
    return answer('Leaves', (await this.reader.leaves(from, limit)).map(presentLeaf));
  }

  @Get('proof/inclusion')
  @Header('cache-control', IMMUTABLE)
  @ApiOperation({ summary: 'That a leaf is in the tree of a size (RFC 9162, 2.1.3)' })
  async inclusion(@Query({ schema: inclusionQuery }) { index, size }: InclusionQuery): Promise<Answer<LogInclusionWire>> {
    return answer('Inclusion proof', presentInclusion(await this.tree.inclusion(index, size)));
  }

  @Get('proof/consistency')
  @Header('cache-control', IMMUTABLE)
  @ApiOperation({ summary: 'That the tree of one size begins with that of another (RFC 9162, 2.1.4)' })
  async consistency(@Query({ schema: consistencyQuery }) { from, to }: ConsistencyQuery): Promise<Answer<LogConsistencyWire>> {
    return answer('Consistency proof', { from, to, path: (await this.tree.consistency(from, to)).map(base64) });
  }
}
