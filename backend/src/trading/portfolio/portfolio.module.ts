import { Module } from '@nestjs/common';
import { MarketModule } from '../market/index.js';
import { PortfolioComputing } from './jobs/portfolio-computing.js';

@Module({ imports: [MarketModule], providers: [PortfolioComputing], exports: [PortfolioComputing] })
export class PortfolioModule {}
