/** An EventSource that tests feed; `opened` lists those that were opened, the newest last. */
export class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeStream[] = [];
  readyState = 1;
  constructor(readonly address: string) {
    super();
    FakeStream.opened.push(this);
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
  say(event: string, data = "0") {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
  break(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}
