import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, type Actor } from '../../../platform/http/index.js';
import { CurrencyChoiceService } from '../currency-choice.service.js';
import { currencyBody, type CurrencyBody } from './currency.dto.js';
import { presentCurrency } from './currency.presenter.js';

@ApiTags('profile')
@Controller('me/currency')
export class CurrencyController {
  constructor(private readonly choices: CurrencyChoiceService) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'The currency that I see figures in, the rate they are converted at, and what can be chosen' })
  async own(@CurrentActor() { userId }: Actor) {
    return answer('Your currency', presentCurrency(await this.choices.choiceOf(userId)));
  }

  @Put()
  @Access('member')
  @ApiOperation({ summary: 'Chooses the currency that I see figures in; figures themselves stay in US dollars' })
  async choose(@CurrentActor() { userId }: Actor, @Body({ schema: currencyBody }) { currency }: CurrencyBody) {
    return answer('Currency changed', presentCurrency(await this.choices.choose(userId, currency)));
  }
}
