import { Module } from '@nestjs/common';
import { RejectionReasonsController } from './http/rejection-reasons.controller.js';

@Module({ controllers: [RejectionReasonsController] })
export class ReviewsHttpModule {}
