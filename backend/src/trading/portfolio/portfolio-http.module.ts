import { Module } from '@nestjs/common';
import { PortfolioController } from './http/portfolio.controller.js';
import { PortfolioReader } from './reader/portfolio.reader.js';

@Module({ controllers: [PortfolioController], providers: [PortfolioReader] })
export class PortfolioHttpModule {}
