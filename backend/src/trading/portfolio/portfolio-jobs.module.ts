import { Module } from '@nestjs/common';
import { AccountReadHandler } from './jobs/account-read.handler.js';
import { ComputePortfolioHandler } from './jobs/compute-portfolio.handler.js';
import { PortfolioDueHandler } from './jobs/portfolio-due.handler.js';
import { PortfolioModule } from './portfolio.module.js';

@Module({ imports: [PortfolioModule], providers: [AccountReadHandler, ComputePortfolioHandler, PortfolioDueHandler] })
export class PortfolioJobsModule {}
