import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, StepUp, type Actor } from '../../../platform/http/index.js';
import { PushDevicesService, type GivenSubscription } from '../push/push-devices.service.js';
import { newDeviceBody, renewDeviceBody, type NewDeviceBody, type RenewDeviceBody } from './push.dto.js';
import { presentPush } from './push.presenter.js';

const MAX_PROGRAM = 300;
const given = ({ endpoint, keys }: NewDeviceBody): GivenSubscription => ({ endpoint, ...keys });
const shortened = (program = ''): string => program.slice(0, MAX_PROGRAM);

/** A member's browsers that show notifications. Endpoints and keys leave the system in no answer. */
@ApiTags('push')
@Controller('me/push')
export class PushController {
  constructor(private readonly devices: PushDevicesService) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My browsers with notifications, and the key to subscribe one' })
  async state(@CurrentActor() actor: Actor) {
    return answer('Your devices', presentPush(await this.devices.state(actor)));
  }

  @Post()
  @Access('member')
  @StepUp('recent')
  @ApiOperation({ summary: 'Adds this browser' })
  async add(@CurrentActor() actor: Actor, @Body({ schema: newDeviceBody }) body: NewDeviceBody, @Headers('user-agent') program?: string) {
    const id = await this.devices.add(actor, given(body), shortened(program));
    return answer('Notifications are on for this device', presentPush(await this.devices.state(actor), id));
  }

  @Post('renew')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Notes that this browser still has its subscription' })
  async renew(
    @CurrentActor() actor: Actor,
    @Body({ schema: renewDeviceBody }) body: RenewDeviceBody,
    @Headers('user-agent') program?: string,
  ) {
    const id = await this.devices.renew(actor, given(body), shortened(program), body.previous ?? null);
    return answer('Your devices', presentPush(await this.devices.state(actor), id));
  }

  @Delete(':id')
  @Access('member')
  @ApiOperation({ summary: 'Removes a browser' })
  async remove(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('device') }) id: string) {
    await this.devices.remove(actor, id);
    return answer('The device was removed', presentPush(await this.devices.state(actor)));
  }
}
