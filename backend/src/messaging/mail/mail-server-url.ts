import type { AppConfig } from '../../platform/config/index.js';

/** With a sign-in where one is set: never to be shown. */
export const mailServerUrl = ({ smtpUrl, devSmtpPort }: AppConfig): string => smtpUrl ?? `smtp://127.0.0.1:${devSmtpPort}?ignoreTLS=true`;
