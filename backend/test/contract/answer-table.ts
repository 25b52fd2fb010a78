/** The specification's routes with what each of them answers when all goes well, in the order in which one story calls them. */
import { aSignal } from '../integration/signals/a-signal.js';
import { registration } from '../support/people.js';
import { picture, type Who } from './routes/route.js';

/** Keys of an object, or of every record of a list; `null`: nothing. */
export type Shape = string[] | { list: string[] } | null;

export interface Call {
  route: string;
  /** The caller; `mail token`: the Bearer token of the letter named in `letter`. */
  as: Who | 'newcomer' | 'mail token';
  letter?: { subject: string };
  body?: object;
  form?: Record<string, string | Buffer>;
  status?: number;
  message?: string;
  data: Shape;
  /** Top-level fields beside message and data. */
  top?: string[];
}

const profile = [
  'userId',
  'email',
  'fullName',
  'surName',
  'otherName',
  'phoneNumber',
  'country',
  'dob',
  'membership',
  'kycStatus',
  'paymentStatus',
  'image_url',
  'userRole',
  'color',
];
const userRecord = [
  'userId',
  'surName',
  'firstName',
  'email',
  'phoneNumber',
  'country',
  'dob',
  'membership',
  'referralNum',
  'refferalId',
  'createdDate',
  'kyc',
  'payment',
  'status',
];
const rejected = [...userRecord, 'rejectedDate', 'rejectedTime'];
const pendingKyc = ['userId', 'fullName', 'address', 'apiKey', 'secretKey', 'idCard', 'proofOfAddress', 'status'];
const pendingPayment = ['userId', 'fullname', 'membership', 'amount', 'proofOfPayment', 'status'];
const signal = aSignal();
const signalRecord = ['id', ...Object.keys(signal), 'side', 'symbol', 'publishedAt', 'createdAt', 'outcome', 'amendments'];

export const NEWCOMER = registration({ email: 'newcomer@example.com', surname: 'Obi', otherName: 'Ngozi' });
const KYC = { address: '12 Marina Road, Lagos', userType: 'trade club', platform: 'binance', idCard: picture, proofOfAddress: picture };
const key = (n: number) => ({ apiKey: `sbx_typical_read-only_${n}`, secretKey: `sbs_typical_read-only_${n}` });
const PAYMENT = { membership: 'trade club', amount: '50', proofOfPayment: picture };

export const calls: Call[] = [
  { route: 'POST /signupuser', as: 'visitor', body: NEWCOMER, status: 201, data: ['email'] },
  { route: 'GET /confirmemail', as: 'mail token', letter: { subject: 'Confirm your email address' }, data: ['confirmed'] },
  { route: 'POST /forgetpassword', as: 'visitor', body: { email: NEWCOMER['email'], password: 'is ignored here' }, data: null },
  {
    route: 'POST /changepassword',
    as: 'mail token',
    letter: { subject: 'Choose a new password' },
    body: { newPassword: 'seven lanterns over the harbour' },
    data: null,
  },
  {
    route: 'POST /signinuser',
    as: 'visitor',
    body: { email: NEWCOMER['email'], password: 'seven lanterns over the harbour' },
    message: 'Logged in successfully!',
    data: [...profile, 'refferal_id'],
    top: ['token'],
  },
  { route: 'GET /getuser', as: 'newcomer', data: [...profile, 'refferalId'] },
  { route: 'GET /changecolor', as: 'newcomer', data: ['color'], top: ['color'] },
  { route: 'POST /profileImg', as: 'newcomer', form: { profileImg: picture }, message: 'Profile Image Uploaded', data: ['profileImage'] },
  {
    route: 'POST /updateprofile',
    as: 'newcomer',
    data: ['fullName', 'emailPending'],
    body: { surname: 'Obi', otherName: 'Ada', email: NEWCOMER['email'], phoneNumber: '2348012345679', country: 'Ghana' },
  },

  {
    route: 'POST /createkyc',
    as: 'newcomer',
    form: { ...KYC, ...key(881_001) },
    status: 201,
    message: 'kyc uploaded success',
    data: ['kycStatus'],
    top: ['warnings'],
  },
  { route: 'GET /getpendingkyc', as: 'admin', data: { list: pendingKyc } },
  { route: 'POST /createkyc', as: 'trade club', form: { ...KYC, ...key(881_002) }, status: 201, data: ['kycStatus'], top: ['warnings'] },
  { route: 'GET /approvekyc/{newcomer}', as: 'admin', data: { list: pendingKyc } },
  {
    route: 'POST /createkyc',
    as: 'hedge fund',
    form: { ...KYC, ...key(881_003), userType: 'hedge fund' },
    status: 201,
    data: ['kycStatus'],
    top: ['warnings'],
  },
  { route: 'GET /rejectkyc/{trade club}', as: 'admin', data: { list: pendingKyc } },
  { route: 'GET /getlistkyc', as: 'admin', data: { list: ['userId', 'fullName', 'userType', 'createdDate'] } },

  {
    route: 'POST /createpayment',
    as: 'newcomer',
    form: PAYMENT,
    status: 201,
    message: 'Payment success apply wait for approval',
    data: ['paymentStatus'],
  },
  { route: 'GET /getpendingpayment', as: 'admin', data: { list: pendingPayment } },
  { route: 'POST /createpayment', as: 'trade club', form: PAYMENT, status: 201, data: ['paymentStatus'] },
  { route: 'GET /approvepayment/{newcomer}', as: 'admin', data: { list: pendingPayment } },
  {
    route: 'POST /createpayment',
    as: 'hedge fund',
    form: { ...PAYMENT, membership: 'hedge fund', amount: '20' },
    status: 201,
    data: ['paymentStatus'],
  },
  { route: 'GET /rejectpayment/{trade club}', as: 'admin', data: { list: pendingPayment } },

  { route: 'POST /createsignal', as: 'admin', body: signal, status: 201, data: signalRecord },
  { route: 'GET /getsignal', as: 'admin', data: { list: [...signalRecord, 'mark'] } },
  { route: 'GET /getsignal', as: 'newcomer', data: { list: [...signalRecord, 'mark'] } },
  {
    route: 'POST /senduseremail',
    as: 'admin',
    body: { user: 'all', subject: 'Hello', message: 'Dear all' },
    status: 202,
    data: ['queued', 'broadcastId'],
  },

  { route: 'GET /getrefferals', as: 'hedge fund', data: { list: ['surName', 'firstName', 'country'] } },
  { route: 'GET /getrefferalsuser/{code}', as: 'hedge fund', data: { list: ['surName', 'firstName', 'country'] } },
  { route: 'GET /getrefferalsuser/{code}', as: 'admin', data: { list: ['surName', 'firstName', 'country', 'status'] } },

  {
    route: 'GET /admindashboard',
    as: 'admin',
    data: ['allUser', 'paidUser', 'approveKyc', 'verifyKyc', 'pendingKyc', 'rejectKyc', 'signalSent'],
  },
  { route: 'GET /getalluser', as: 'admin', data: { list: userRecord } },
  { route: 'GET /userstatus/{trade club}', as: 'admin', data: { list: userRecord } },
  { route: 'DELETE /deleteuser/{trade club}', as: 'admin', message: 'user deleted successfully', data: { list: userRecord } },
  { route: 'GET /getrejecteduser', as: 'admin', data: { list: rejected } },
  { route: 'DELETE /deleteuser/{referred}', as: 'admin', message: 'user deleted successfully', data: { list: userRecord } },
  { route: 'GET /restoreuser/{trade club}', as: 'admin', data: { list: rejected } },

  {
    route: 'GET /wallet/{newcomer}',
    as: 'newcomer',
    data: { list: ['walletName', 'balance'] },
    top: ['total_balance', 'syncedAt', 'assets'],
  },
  {
    route: 'GET /open_trade/{newcomer}',
    as: 'newcomer',
    data: {
      list: [
        'symbol',
        'price',
        'orig_qty',
        'executed_qty',
        'orig_type',
        'position_side',
        'side',
        'stop_price',
        'type',
        'working_type',
        'date',
      ],
    },
  },
  {
    route: 'GET /open_position/{newcomer}',
    as: 'admin',
    data: {
      list: [
        'symbol',
        'entryPrice',
        'breakEvenPrice',
        'initialMargin',
        'leverage',
        'liquidationPrice',
        'marginAsset',
        'markPrice',
        'positionAmt',
        'positionSide',
        'unRealizedProfit',
        'positionInitial_margin',
        'updateDate',
      ],
    },
  },
  {
    route: 'GET /trade_history/{newcomer}',
    as: 'admin',
    data: { list: ['symbol', 'price', 'qty', 'quoteQty', 'positionSide', 'side', 'realizedPnl', 'date'] },
  },
  {
    route: 'GET /spot_trade/{newcomer}',
    as: 'newcomer',
    data: { list: ['symbol', 'price', 'qty', 'quoteQty', 'date', 'side', 'fee', 'feeAsset'] },
  },
  {
    route: 'GET /deposit_history/{newcomer}',
    as: 'newcomer',
    data: { list: ['coin', 'network', 'amount', 'walletType', 'insertTime', 'txId', 'status'] },
  },
  {
    route: 'GET /withdraw_history/{newcomer}',
    as: 'newcomer',
    data: { list: ['coin', 'network', 'amount', 'transactionFee', 'walletType', 'applyTime', 'txId', 'status'] },
  },
  { route: 'GET /logout', as: 'newcomer', data: null },
];
