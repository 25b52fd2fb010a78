import { Module } from '@nestjs/common';
import { UsersModule } from '../../club/users/index.js';
import { CurrencyChoiceService } from './currency-choice.service.js';
import { CurrencyController } from './http/currency.controller.js';

@Module({ imports: [UsersModule], controllers: [CurrencyController], providers: [CurrencyChoiceService] })
export class FxHttpModule {}
