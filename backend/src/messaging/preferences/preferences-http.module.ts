import { Module } from '@nestjs/common';
import { NotificationPreferencesController } from './http/notification-preferences.controller.js';
import { PreferencesModule } from './preferences.module.js';

@Module({ imports: [PreferencesModule], controllers: [NotificationPreferencesController] })
export class PreferencesHttpModule {}
