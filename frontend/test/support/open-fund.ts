import userEvent from '@testing-library/user-event';
import type { MyFundWire } from '../../src/lib/wire/types';
import { type Reply, type Routes, serve } from './api';
import { day, terms, waitingDay } from './fund';
import { jonas } from './people';
import { open } from './render-app';

export const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
/** What the server answers to a client with this mandate. */
export const routes = (fund: MyFundWire, more: Routes = {}): Routes => ({
  'GET /getuser': answerOf(jonas),
  'GET /me/fund': answerOf(fund),
  'GET /me/fund/terms': answerOf(terms),
  'GET /me/fund/days': { body: { message: '', data: [waitingDay, day] }, headers: { 'X-Total-Count': '2' } },
  ...more,
});
/** Opens the page of the fund. */
export const openFund = async (fund: MyFundWire, more: Routes = {}) => {
  const calls = serve(routes(fund, more));
  const view = await open('/fund');
  return { calls, view, user: userEvent.setup({ delay: null }) };
};
