import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { Clock } from '../../platform/domain/index.js';
import { clubDefaultsOf } from './club-defaults.schema.js';
import { memberDispatch, type MemberPreferences } from './member-dispatch.rules.js';
import type { ClubDefaults, Dispatch } from './notification-table.rules.js';
import type { NotificationChannel, NotificationKind } from './notification.types.js';

/** Decides about notifications as of now, with the club's defaults. */
@Injectable()
export class NotificationPolicy {
  readonly club: ClubDefaults;

  constructor(
    config: AppConfig,
    private readonly clock: Clock,
  ) {
    this.club = clubDefaultsOf(config.notificationDefaults);
  }

  dispatch(member: MemberPreferences, kind: NotificationKind, channel: NotificationChannel): Dispatch {
    return memberDispatch(member, { kind, channel }, this.club, this.clock.now());
  }
}
