import { Module } from '@nestjs/common';
import { MarketModule } from '../market/index.js';
import { PortfolioComputingService } from './jobs/portfolio-computing.service.js';

@Module({ imports: [MarketModule], providers: [PortfolioComputingService], exports: [PortfolioComputingService] })
export class PortfolioModule {}
