/** An upload as it reached the edge of the network, and the ways to let it go on. */
export interface FakeUpload {
  method: string;
  address: string;
  headers: Record<string, string>;
  form: FormData;
  progress: (hundredths: number) => void;
  answer: (status: number, body: unknown) => void;
}

/** Puts a browser's upload call in the test's hands; answers the list that fills as the app uploads. */
export function fakeUploads(): FakeUpload[] {
  const made: FakeUpload[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #method = '';
    #address = '';
    readonly #headers: Record<string, string> = {};

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    getResponseHeader(): null {
      return null;
    }

    send(form: FormData): void {
      made.push({
        method: this.#method,
        address: this.#address,
        headers: this.#headers,
        form,
        progress: (hundredths) =>
          void this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: hundredths, total: 100 })),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new ProgressEvent('load'));
        },
      });
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  return made;
}
