import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import { KeyringStateService } from '../keyring-state.service.js';
import { QueueOverviewService } from '../queue-overview.service.js';
import { SystemStateService } from '../system-state.service.js';
import { presentKeyring, presentQueues, presentSystem } from './operations.presenter.js';

/** How the product runs, for the console's queue board and system page. */
@ApiTags('admin')
@Controller('admin/operations')
@Access('system.read')
export class OperationsAdminController {
  constructor(
    private readonly queues: QueueOverviewService,
    private readonly system: SystemStateService,
    private readonly keyring: KeyringStateService,
  ) {}

  @Get('queues')
  @ApiOperation({ summary: 'Jobs by kind: what stands in the queues, and what became of it in 24 hours' })
  async queueOverview() {
    return answer('Queues', presentQueues(await this.queues.read()));
  }

  @Get('system')
  @ApiOperation({ summary: 'Versions, health, processes and migrations' })
  async systemState() {
    return answer('System', presentSystem(await this.system.read()));
  }

  @Get('keyring')
  @ApiOperation({ summary: 'Which key of the ring holds how many values; never a key' })
  async keyringState() {
    return answer('Key ring', presentKeyring(await this.keyring.read()));
  }
}
