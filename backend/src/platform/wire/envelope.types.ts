/** The envelopes of every answer under `/api/v1` (contract section 1). */
export interface Answer<T> {
  message: string;
  data: T;
}

export interface FieldErrorWire {
  field: string;
  message: string;
}

/** Every failure: `message` is one sentence a person can read; `errors` names the fields of a 400. */
export interface FailureWire {
  statusCode: number;
  message: string;
  errors?: FieldErrorWire[];
  /** Set on a 401 of `/signinuser` when the account has a second factor. */
  otpRequired?: boolean;
}
