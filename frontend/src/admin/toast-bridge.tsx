import { useEffect } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { notify } from '../lib/notify';

/** React-admin's notifications appear in the product's own place and manner. */
export function ToastBridge() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notification = takeNotification();
    if (!notification || typeof notification.message !== 'string') return;
    const text = translate(notification.message, { _: notification.message, ...notification.notificationOptions?.messageArgs });
    const show = notification.type === 'success' ? notify.success : notification.type === 'error' ? notify.error : notify.info;
    show(text);
  }, [notifications, takeNotification, translate]);
  return null;
}
